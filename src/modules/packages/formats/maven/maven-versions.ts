/** Qualifiers before a release, in their order; others come behind it. */
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

/** One part of a version: a number, or the rank of a word and the word itself. */
type Token = readonly [kind: number, value: bigint, word: string];

const NOTHING: Token = [RELEASE, 0n, ''];
/** Numbers are newer than every word. */
const NUMBER = QUALIFIERS.length + 1;

/** Orders versions as maven does: `1-rc1` < `1` < `1-sp` < `1.1`. */
export function compareMavenVersions(one: string, other: string): number {
  const [left, right] = [tokensOf(one), tokensOf(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = compareTokens(left[at] ?? NOTHING, right[at] ?? NOTHING);
    if (difference !== 0) {
      return difference;
    }
  }
  return one < other ? -1 : Number(one > other);
}

/** Zeros before a word or the end say nothing: `1.0-rc` is `1-rc`. */
function tokensOf(version: string): Token[] {
  const kept: Token[] = [];
  for (const text of (version.toLowerCase().match(TOKEN) ?? []).toReversed()) {
    const isNumber = /^\d/.test(text);
    if (!isNumber || kept.at(-1)?.[0] === NUMBER || BigInt(text) !== 0n) {
      kept.push(isNumber ? [NUMBER, BigInt(text), ''] : wordToken(text));
    }
  }
  return kept.reverse();
}

function wordToken(text: string): Token {
  const word = ALIASES[text] ?? text;
  const rank = QUALIFIERS.indexOf(word);
  return rank === -1 ? [QUALIFIERS.length, 0n, word] : [rank, 0n, ''];
}

function compareTokens(one: Token, other: Token): number {
  for (const at of [0, 1, 2] as const) {
    if (one[at] !== other[at]) {
      return one[at] < other[at] ? -1 : 1;
    }
  }
  return 0;
}

export const isSnapshot = (version: string): boolean => version.toUpperCase().endsWith('-SNAPSHOT');
