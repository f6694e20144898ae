import type { Pacer } from '../../../../common/concurrency/pacer.js';

const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** Valid paddings, by the number of characters after the last complete group of four. */
const PADDINGS: readonly (readonly string[])[] = [[''], [], ['', '=='], ['', '=']];
const GROUP = 4;
/** Characters decoded at once. Text in which every second character is white space is the most expensive. */
const SLICE = 65_536;

/**
 * Decodes base64 text with or without padding and ignores white space. Returns null for anything else. Works in slices,
 * because a body may consist of a single text (contract: git §3.3).
 */
export async function fromBase64(text: string, pacer: Pacer): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let rest = '';
  for (let at = 0; at < text.length; at += SLICE) {
    rest += text.slice(at, at + SLICE).replaceAll(/\s+/g, '');
    const groups = wholeGroups(rest);
    if (NOT_BASE64.test(groups)) {
      return null;
    }
    pieces.push(Buffer.from(groups, 'base64'));
    rest = rest.slice(groups.length);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return isEnd(rest) ? Buffer.concat([...pieces, Buffer.from(rest, 'base64')]) : null;
}

/** The leading groups that cannot be the end of the text, which is the only part that may contain padding. */
const wholeGroups = (text: string): string =>
  text.slice(0, Math.floor(Math.max(0, text.length - GROUP) / GROUP) * GROUP);

function isEnd(text: string): boolean {
  const end = text.indexOf('=');
  const body = end < 0 ? text : text.slice(0, end);
  const padding = text.slice(body.length);
  return !NOT_BASE64.test(body) && (PADDINGS[body.length % GROUP] ?? []).includes(padding);
}
