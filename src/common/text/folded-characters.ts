/** All characters with another case lie between these. */
const FIRST = 0x41;
const LAST = 0x1e943;

const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
const CODE = String.raw`\\x\{(?:0*)([0-9a-fA-F]{1,6})\}`;
/** A hyphen with the characters before and after it, which may be written as numbers. */
const RANGE = new RegExp(String.raw`(?<=(?<!\\)(?:\\\\)*${CODE}|([^]))-(?=${CODE}|\\?([^]))`, 'gu');

/**
 * Returns the number of characters in ranges such as `[a-z]` that a case-insensitive pattern is compiled from: each is
 * looked up separately, once for every range that contains it. Anything that looks like a range is counted.
 */
export function foldedCharacters(pattern: string): number {
  if (!IGNORES_CASE.test(pattern)) {
    return 0;
  }
  let count = 0;
  for (const [, leastCode, least, mostCode, most] of pattern.matchAll(RANGE)) {
    count += Math.max(0, Math.min(LAST, codeOf(mostCode, most)) - Math.max(FIRST, codeOf(leastCode, least)) + 1);
  }
  return count;
}

const codeOf = (code: string | undefined, sign: string | undefined): number =>
  code === undefined ? (sign?.codePointAt(0) ?? 0) : parseInt(code, 16);
