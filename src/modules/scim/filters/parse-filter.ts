import { filterTokens } from './filter-tokens.js';
import type { FilterToken } from './filter-tokens.js';
import { invalidFilter } from './invalid-filter.js';
import { plainPath } from '../protocol/plain-path.js';
import type { ComparisonOperator, FilterValue, ScimFilter } from './scim-filter.js';

/** Levels of parentheses and value paths. */
const MAX_DEPTH = 20;
const OPERATORS: readonly ComparisonOperator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const NUMBER = /^-?\d+(\.\d+)?$/;
const PATH = /^[a-z][\w:.$-]*$/;

/** Parses a filter: `or` binds least, then `and`, then `not`. Throws 400 invalidFilter (contract: scim-graphql §A4). */
export function parseFilter(text: string): ScimFilter {
  return new FilterParser(filterTokens(text)).whole();
}

class FilterParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly FilterToken[]) {}

  whole(): ScimFilter {
    const filter = this.either();
    if (this.at < this.tokens.length) {
      throw invalidFilter('Something stands behind the end of the filter.');
    }
    return filter;
  }

  private either(): ScimFilter {
    let left = this.both();
    while (this.takeWord('or')) {
      left = { kind: 'or', left, right: this.both() };
    }
    return left;
  }

  private both(): ScimFilter {
    let left = this.one();
    while (this.takeWord('and')) {
      left = { kind: 'and', left, right: this.one() };
    }
    return left;
  }

  private one(): ScimFilter {
    if (this.takeWord('not')) {
      this.demand('(');
      return { kind: 'not', filter: this.enclosed(')') };
    }
    return this.take('(') ? this.enclosed(')') : this.attribute();
  }

  private enclosed(end: ')' | ']'): ScimFilter {
    this.deeper();
    const filter = this.either();
    this.demand(end);
    this.depth -= 1;
    return filter;
  }

  private attribute(): ScimFilter {
    const path = plainPath(this.word());
    if (!PATH.test(path)) {
      throw invalidFilter('The name of an attribute is missing.');
    }
    if (!this.take('[')) {
      return this.condition(path);
    }
    const filter = this.enclosed(']');
    const next = this.tokens[this.at];
    if (next?.kind !== 'word' || !next.text.startsWith('.')) {
      return { kind: 'element', path, filter };
    }
    this.at += 1;
    const right = this.condition(next.text.slice(1).toLowerCase());
    return { kind: 'element', path, filter: { kind: 'and', left: filter, right } };
  }

  private condition(path: string): ScimFilter {
    const word = this.word().toLowerCase();
    if (word === 'pr') {
      return { kind: 'presence', path };
    }
    const operator = OPERATORS.find((known) => known === word);
    if (!operator) {
      throw invalidFilter('The filter has an unknown operator.');
    }
    return { kind: 'comparison', path, operator, value: this.value() };
  }

  private value(): FilterValue {
    const token = this.next();
    if (token.kind === 'text') {
      return token.text;
    }
    const word = token.text.toLowerCase();
    if (word === 'true' || word === 'false') {
      return word === 'true';
    }
    if (word === 'null') {
      return null;
    }
    if (!NUMBER.test(word)) {
      throw invalidFilter('A value of the filter cannot be read.');
    }
    return Number(word);
  }

  private deeper(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw invalidFilter(`A filter has at most ${MAX_DEPTH} levels.`);
    }
  }

  private next(): FilterToken {
    const token = this.tokens[this.at];
    if (!token) {
      throw invalidFilter('The filter ends too early.');
    }
    this.at += 1;
    return token;
  }

  private word(): string {
    const token = this.next();
    if (token.kind !== 'word') {
      throw invalidFilter('The filter cannot be read.');
    }
    return token.text;
  }

  private takeWord(word: string): boolean {
    const token = this.tokens[this.at];
    const isThere = token?.kind === 'word' && token.text.toLowerCase() === word;
    this.at += isThere ? 1 : 0;
    return isThere;
  }

  private take(mark: string): boolean {
    const token = this.tokens[this.at];
    const isThere = token?.kind === 'mark' && token.text === mark;
    this.at += isThere ? 1 : 0;
    return isThere;
  }

  private demand(mark: string): void {
    if (!this.take(mark)) {
      throw invalidFilter(`The filter lacks a ${mark}.`);
    }
  }
}
