import type { Pattern } from '../../../common/text/pattern.js';
import { patternLiteral } from './expression/pattern-literal.js';

const NUMBER = /\d+(?:\.\d+)?/g;
const MAX_LINE = 8192;
/** Terminal colour codes. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/**
 * Returns the coverage in some lines of a log: the number in the last match; null if there is none (contract: triggers
 * §4, §7).
 */
export function coverageIn(text: string, written: string): number | null {
  const pattern = patternLiteral(written);
  let found: number | null = null;
  for (const line of pattern ? text.split('\n') : []) {
    found = (pattern && percentIn(line, pattern)) ?? found;
  }
  return found;
}

function percentIn(line: string, pattern: Pattern): number | null {
  const text = line.slice(0, MAX_LINE).replace(ESCAPES, '');
  const found = pattern.lastIn(text);
  const number = found?.match(NUMBER)?.at(-1);
  const percent = number === undefined ? NaN : Number(number);
  return percent >= 0 && percent <= 100 ? percent : null;
}
