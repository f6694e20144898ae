import { shortened } from '../shorten.js';

const MOST_OF_A_LINE = 255;
const MOST_OF_A_BLOCK = 10_000;
/** Of a line that is looked at; expressions never see more. */
const MOST_READ = 2000;

/** Outside text for one line of a message (contract: integrations §6.1). */
export const cleanLine = (text: string): string =>
  shortened(clean(text.slice(0, MOST_READ).replace(/\s+/g, ' ')).trim(), MOST_OF_A_LINE);

/** Outside text of several lines. */
export const cleanBlock = (text: string): string =>
  shortened(clean(text.slice(0, MOST_OF_A_BLOCK * 2)).trim(), MOST_OF_A_BLOCK);

/** Neither links nor tags nor mentions are left, nested ones included: what remains of them cannot be read as one. */
const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
    .replace(/<[a-z/!@#?][^<>]*>/gi, '')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/@(?=(?:all|channel|everyone|here)\b)/gi, '@\u200b');
