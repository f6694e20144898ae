import type { Pacer } from '../../../../common/concurrency/pacer.js';

const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** By how many characters stand behind the last whole group of four. */
const PADDINGS: readonly (readonly string[])[] = [[''], [], ['', '=='], ['', '=']];
const GROUP = 4;
/** Characters that are read in one go: a text of which every other one is white space costs the most. */
const SLICE = 65_536;

/**
 * The bytes of a base64 text, with its padding or without; white space is let pass. Null for anything else. Reads slice
 * by slice, since a body may be nothing but one text (contract: git §3.3).
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

/** What is certain not to be the end, where padding may stand. */
const wholeGroups = (text: string): string =>
  text.slice(0, Math.floor(Math.max(0, text.length - GROUP) / GROUP) * GROUP);

function isEnd(text: string): boolean {
  const end = text.indexOf('=');
  const body = end < 0 ? text : text.slice(0, end);
  const padding = text.slice(body.length);
  return !NOT_BASE64.test(body) && (PADDINGS[body.length % GROUP] ?? []).includes(padding);
}
