import { shortened } from './shorten.js';

const MOST_OF_A_LINE = 255;
const MOST_OF_A_BLOCK = 10_000;
/** Number of characters of a line that regular expressions see at most. */
const MOST_READ = 2000;

/** Cleans untrusted text for one line of a message (contract: integrations §6.1). */
export const cleanLine = (text: string): string =>
  shortened(clean(text.slice(0, MOST_READ).replace(/\s+/g, ' ')).trim(), MOST_OF_A_LINE);

/** Cleans untrusted text of several lines. */
export const cleanBlock = (text: string): string =>
  shortened(clean(text.slice(0, MOST_OF_A_BLOCK * 2)).trim(), MOST_OF_A_BLOCK);

/** Removes links, tags and mentions, including nested ones: what remains cannot be parsed as one. */
const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
    .replace(/<[a-z/!@#?][^<>]*>/gi, '')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/@(?=(?:all|channel|everyone|here)\b)/gi, '@\u200b');
