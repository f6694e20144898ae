const ELLIPSIS = '…';

/** Limits a text to `most` characters: a longer text is cut between characters and ends with `…`. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cutAt(text, most - ELLIPSIS.length)}${ELLIPSIS}`;
}

/** Limits a text to `most` bytes of UTF-8, cut between characters. */
export function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) {
    end -= 1;
  }
  return bytes.toString('utf8', 0, end);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Never splits a surrogate pair. */
function cutAt(text: string, most: number): string {
  const end = Math.max(most, 0);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
