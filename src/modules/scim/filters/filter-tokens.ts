import { isLonger } from '../../../common/text/is-longer.js';
import { invalidFilter } from './invalid-filter.js';

export type FilterToken =
  | { readonly kind: 'mark'; readonly text: '(' | ')' | '[' | ']' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string };

const MAX_CHARACTERS = 2000;
const TOKEN = /\s*(?:(?<mark>[()[\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[\w.:$+-]+))/y;

/** Splits a filter into marks, quoted texts and words. Throws 400 invalidFilter. */
export function filterTokens(filter: string): FilterToken[] {
  if (isLonger(filter, MAX_CHARACTERS)) {
    throw invalidFilter(`A filter has at most ${MAX_CHARACTERS} characters.`);
  }
  const tokens: FilterToken[] = [];
  const expression = new RegExp(TOKEN);
  const end = filter.trimEnd().length;
  while (expression.lastIndex < end) {
    const groups = expression.exec(filter)?.groups;
    if (!groups) {
      throw invalidFilter('The filter cannot be read.');
    }
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ mark, text, word }: Readonly<Record<string, string | undefined>>): FilterToken {
  if (mark === '(' || mark === ')' || mark === '[' || mark === ']') {
    return { kind: 'mark', text: mark };
  }
  return text === undefined ? { kind: 'word', text: word ?? '' } : { kind: 'text', text: unquoted(text) };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw invalidFilter('A text of the filter cannot be read.');
  }
}
