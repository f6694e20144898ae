import { sortInTurnsBy } from '../../../../common/concurrency/sort-in-turns.js';

/** Known qualifiers, oldest first; the empty one is a release. Unknown qualifiers follow them. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE = QUALIFIERS.indexOf('');
const ALIASES: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  m: 'milestone',
  cr: 'rc',
  ga: '',
  final: '',
  release: '',
};
const TOKEN = /\d+|[a-z]+/g;

/**
 * One part of a version: a number, which is larger the more digits it has, or the rank of a word and the word itself.
 */
type Token = readonly [kind: number, digits: number, text: string];

const NOTHING: Token = [RELEASE, 0, ''];
/** Numbers are newer than any word. */
const NUMBER = QUALIFIERS.length + 1;

/** A version and its parts. */
interface ReadVersion {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/**
 * Sorts in maven's order: `1-rc1` < `1` < `1-sp` < `1.1`. Works in turns, so that a long list does not block other
 * requests.
 */
export function sortMavenVersions(versions: readonly string[]): Promise<readonly string[]> {
  return sortInTurnsBy(versions, (text) => ({ text, tokens: tokensOf(text) }), compareVersions);
}

function compareVersions(one: ReadVersion, other: ReadVersion): number {
  const most = Math.max(one.tokens.length, other.tokens.length);
  for (let at = 0; at < most; at++) {
    const difference = compareTokens(one.tokens[at] ?? NOTHING, other.tokens[at] ?? NOTHING);
    if (difference !== 0) {
      return difference;
    }
  }
  return one.text < other.text ? -1 : Number(one.text > other.text);
}

/** Zeros before a word or at the end are ignored: `1.0-rc` equals `1-rc`. */
function tokensOf(version: string): Token[] {
  const kept: Token[] = [];
  for (const text of (version.toLowerCase().match(TOKEN) ?? []).toReversed()) {
    const token = tokenOf(text);
    if (token[0] !== NUMBER || kept.at(-1)?.[0] === NUMBER || token[1] > 0) {
      kept.push(token);
    }
  }
  return kept.reverse();
}

function tokenOf(text: string): Token {
  if (/^\d/.test(text)) {
    const digits = text.replace(/^0+/, '');
    return [NUMBER, digits.length, digits];
  }
  const word = ALIASES[text] ?? text;
  const rank = QUALIFIERS.indexOf(word);
  return rank === -1 ? [QUALIFIERS.length, 0, word] : [rank, 0, ''];
}

function compareTokens(one: Token, other: Token): number {
  if (one[0] !== other[0] || one[1] !== other[1]) {
    return one[0] - other[0] || one[1] - other[1];
  }
  return one[2] < other[2] ? -1 : Number(one[2] > other[2]);
}

export const isSnapshot = (version: string): boolean => version.toUpperCase().endsWith('-SNAPSHOT');
