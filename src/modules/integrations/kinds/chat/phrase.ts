import { cleanBlock, cleanLine } from '../clean-text.js';

/** A piece of a message: a link, or text. Text is already cleaned; renderers escape it. */
export type Part =
  { readonly text: string } | { readonly own: string } | { readonly link: string; readonly url: string };
export type Phrase = readonly Part[];

type Insert = string | Part | Phrase;

/** Builds a line of a message: strings put into the template are untrusted text; parts are used as they are. */
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

/** Untrusted text of several lines. */
export const block = (text: string): Phrase => [{ text: cleanBlock(text) }];

const MOST_OF_AN_ADDRESS = 2000;

/** A link from untrusted text and URL; only the text if the URL is not an HTTP address. */
export function link(text: string, url: string): Part {
  const isAddress = /^https?:\/\/[^/\s]/i.test(url) && url.length <= MOST_OF_AN_ADDRESS;
  const shown = cleanLine(text);
  return isAddress ? { link: shown === '' ? 'link' : shown, url: inMarkup(url) } : { text: shown };
}

/** Percent-encodes characters that end a URL in one of the wire formats. */
const inMarkup = (url: string): string =>
  url.replace(/[\s<>|()[\]"'`\\\p{Cc}]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
