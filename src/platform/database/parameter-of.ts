import utils from 'pg/lib/utils.js';

/** Minimum length of a large text, in characters. */
const LARGE = 16_384;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isLarge = (item: unknown): item is string => typeof item === 'string' && item.length > LARGE;

/**
 * Encodes a parameter. For large texts in lists this replaces the library's encoding, which escapes quotes and
 * backslashes one by one: a megabyte of them in a client's document would block the process for half a second.
 */
export const parameterOf = (value: unknown): string | Buffer | null =>
  Array.isArray(value) && value.some(isLarge) ? `{${value.map(elementOf).join(',')}}` : utils.prepareValue(value);

const elementOf = (item: unknown): string =>
  isLarge(item) ? quoted(item) : String(utils.prepareValue([item])).slice(1, -1);

const isEscaped = (byte: number): boolean => byte === QUOTE || byte === BACKSLASH;

/** Works on bytes: in UTF-8, no part of another character is a quote or a backslash. */
function quoted(text: string): string {
  const bytes = Buffer.from(text);
  const written = Buffer.allocUnsafe(bytes.length * 2 + 2);
  let end = written.writeUInt8(QUOTE);
  for (const byte of bytes) {
    if (isEscaped(byte)) {
      end = written.writeUInt8(BACKSLASH, end);
    }
    written[end] = byte;
    end += 1;
  }
  return written.toString('utf8', 0, written.writeUInt8(QUOTE, end));
}
