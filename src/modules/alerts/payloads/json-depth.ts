const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

/** Returns the nesting depth of lists and objects in a JSON text. Does not validate the JSON. */
export function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfText(bytes, at + 1);
    } else if (isOpening(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (isClosing(byte)) {
      depth -= 1;
    }
  }
  return deepest;
}

/** Returns the position of the string's closing quote. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) {
    at += bytes[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}
