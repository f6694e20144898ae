import { cleanBlock, cleanLine } from './clean-text.js';

/** A piece of a message: a link, or text. Text was cleaned; renderers escape it. */
export type Part =
  { readonly text: string } | { readonly own: string } | { readonly link: string; readonly url: string };
export type Phrase = readonly Part[];

type Insert = string | Part | Phrase;

/** A line of a message: what is put into the template is text from outside, unless it is a part already. */
export function phrase(strings: TemplateStringsArray, ...values: readonly Insert[]): Phrase {
  return strings.flatMap((own, at) => [...(own === '' ? [] : [{ own }]), ...partsOf(values[at])]);
}

function partsOf(value: Insert | undefined): Phrase {
  if (value === undefined) {
    return [];
  }
  if (typeof value === 'string') {
    return [{ text: cleanLine(value) }];
  }
  return isPhrase(value) ? value : [value];
}

const isPhrase = (value: Part | Phrase): value is Phrase => Array.isArray(value);

/** Text from outside in several lines. */
export const block = (text: string): Phrase => [{ text: cleanBlock(text) }];

const MOST_OF_AN_ADDRESS = 2000;

/** A link from text and address of the outside; only the text where the address is none of the web. */
export function link(text: string, url: string): Part {
  const isAddress = /^https?:\/\/[^/\s]/i.test(url) && url.length <= MOST_OF_AN_ADDRESS;
  const shown = cleanLine(text);
  return isAddress ? { link: shown === '' ? 'link' : shown, url: inMarkup(url) } : { text: shown };
}

/** Signs that end an address in one of the wire forms. */
const inMarkup = (url: string): string =>
  url.replace(/[\s<>|()[\]"'`\\\p{Cc}]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
