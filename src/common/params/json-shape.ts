import { badRequest } from '../errors/catalogue.js';

/** Levels of a JSON body: its own object, a parameter's name, and ten below it (contract: conventions §3.6). */
const MAX_LEVELS = 11;
/**
 * Of one request, however they are sent (contract: conventions §3.6). In JSON they may lie in as many lists and hashes: so
 * many never have more commas between them than twice their number.
 */
export const MAX_VALUES = 2048;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

/**
 * Refuses JSON that is nested too deep or holds too many values before anybody parses it: parsing ten megabytes of
 * brackets takes seconds, looking at them takes milliseconds. Whether it is JSON at all is the parser's question.
 */
export function refuseLargeShape(bytes: Uint8Array, maxValues = MAX_VALUES, maxLevels = MAX_LEVELS): void {
  let levels = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfText(bytes, at + 1);
    } else if (byte === COMMA) {
      commas += 1;
    } else if (isOpening(byte)) {
      levels += 1;
    } else if (isClosing(byte)) {
      levels -= 1;
    }
    if (levels > maxLevels || commas > 2 * maxValues) {
      throw tooMany();
    }
  }
}

export const tooMany = () => badRequest('Too many parameters');

/** Where the text's closing quote stands. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}
