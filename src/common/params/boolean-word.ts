const TRUE_WORDS = new Set(['true', '1', 't', 'yes', 'y', 'on']);
const FALSE_WORDS = new Set(['false', '0', 'f', 'no', 'n', 'off']);

/**
 * Parses a boolean word of a parameter or setting, in any case (contract: conventions §3.7); undefined for any other.
 */
export function readBooleanWord(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (TRUE_WORDS.has(word)) {
    return true;
  }
  return FALSE_WORDS.has(word) ? false : undefined;
}
