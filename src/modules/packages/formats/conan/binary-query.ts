import { invalidField, IS_INVALID } from '../../../../common/errors/catalogue.js';
import type { ConanInfo } from './read-conan-info.js';

/** Whether a search matches a binary package, by its settings and options. */
export type BinaryQuery = (info: Pick<ConanInfo, 'settings' | 'options'>) => boolean;

interface Comparison {
  readonly name: string;
  readonly value: string;
}
type Connective = '&' | '|';
type Word = Comparison | Connective | '(' | ')';

const WORD = /\s*(?:([()&|])|((?:"[^"]*"|'[^']*'|[^\s()&|"'])+))\s*/y;
const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['(', '('],
  [')', ')'],
  ['&', '&'],
  ['AND', '&'],
  ['and', '&'],
  ['|', '|'],
  ['OR', '|'],
  ['or', '|'],
]);
/** A connective that binds more tightly has a higher number. */
const STRENGTH: Readonly<Record<Connective, number>> = { '|': 1, '&': 2 };
/** The value by which clients search for settings and options that a package does not have. */
const NOTHING = 'None';

/**
 * Parses the query that conan sends with `search --query`, such as `os=Linux AND (arch=x86 OR shared=True)`; an empty
 * query matches everything. Clients leave the evaluation to servers with the capability `complex_search` (contract:
 * packages §5.7). Throws 400.
 */
export function readBinaryQuery(text: string): BinaryQuery {
  const words = wordsIn(text);
  const steps = words.length === 0 ? [] : new Postfix().of(words);
  return (info) => evaluate(steps, info);
}

function wordsIn(text: string): readonly Word[] {
  const { length } = text.trimEnd();
  const words: Word[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < length) {
    const [, sign, word] = WORD.exec(text) ?? [];
    words.push(wordOf(sign ?? word ?? ''));
  }
  return words;
}

function wordOf(text: string): Word {
  const known = WORDS.get(text);
  if (known !== undefined) {
    return known;
  }
  const at = text.indexOf('=');
  if (at <= 0) {
    throw unreadable();
  }
  return { name: text.slice(0, at), value: text.slice(at + 1).replace(/["']/g, '') };
}

/** Moves connectives behind their operands, without recursion, because a query may nest as deeply as it is long. */
class Postfix {
  private readonly steps: (Comparison | Connective)[] = [];
  private readonly waiting: (Connective | '(')[] = [];
  private isOperandNext = true;

  of(words: readonly Word[]): readonly (Comparison | Connective)[] {
    words.forEach((word) => {
      this.add(word);
    });
    this.refuseUnless(!this.isOperandNext);
    this.release(0);
    this.refuseUnless(this.waiting.length === 0);
    return this.steps;
  }

  private add(word: Word): void {
    const isOperand = typeof word !== 'string' || word === '(';
    this.refuseUnless(isOperand === this.isOperandNext);
    if (typeof word !== 'string') {
      this.steps.push(word);
      this.isOperandNext = false;
    } else if (word === '(') {
      this.waiting.push(word);
    } else if (word === ')') {
      this.release(0);
      this.refuseUnless(this.waiting.pop() === '(');
    } else {
      this.release(STRENGTH[word]);
      this.waiting.push(word);
      this.isOperandNext = true;
    }
  }

  /** Releases the waiting connectives that bind at least as tightly, back to the last bracket. */
  private release(strength: number): void {
    let last = this.waiting.at(-1);
    while (last !== undefined && last !== '(' && STRENGTH[last] >= strength) {
      this.steps.push(last);
      this.waiting.pop();
      last = this.waiting.at(-1);
    }
  }

  private refuseUnless(isWellFormed: boolean): void {
    if (!isWellFormed) {
      throw unreadable();
    }
  }
}

function evaluate(steps: readonly (Comparison | Connective)[], info: Parameters<BinaryQuery>[0]): boolean {
  const held: boolean[] = [];
  for (const step of steps) {
    if (typeof step !== 'string') {
      held.push(isSo(step, info));
      continue;
    }
    const [second = false, first = false] = [held.pop(), held.pop()];
    held.push(step === '&' ? first && second : first || second);
  }
  return held.at(-1) ?? true;
}

function isSo({ name, value }: Comparison, { settings, options }: Parameters<BinaryQuery>[0]): boolean {
  const said = valueIn(settings, name) ?? valueIn(options, name);
  return said === value || (said === undefined && value === NOTHING);
}

const valueIn = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const unreadable = () => invalidField('q', IS_INVALID);
