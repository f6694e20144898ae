import type { Pattern } from '../../../common/text/pattern.js';

const NUMBER = /\d+(?:\.\d+)?/g;
const MAX_LINE = 8192;
/** Colours of terminals. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/** Finds the coverage in the lines of a log: the number of the last match (contract: triggers §4, §7). */
export function coverageIn(line: string, pattern: Pattern): number | null {
  const text = line.slice(0, MAX_LINE).replace(ESCAPES, '');
  const found = pattern.lastIn(text);
  const number = found?.match(NUMBER)?.at(-1);
  const percent = number === undefined ? NaN : Number(number);
  return percent >= 0 && percent <= 100 ? percent : null;
}
