import { oneSpace } from './one-space.js';

/** Limits the length of keys: longer ones are not keys, and would make URLs of any length. */
const KEY = '[A-Z][A-Z0-9_]{1,99}-[0-9]{1,20}';
const ANY_KEY = new RegExp(`\\b${KEY}\\b`, 'g');
const VERB = '(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?)';
/** `Closes: KEY-1, KEY-2 and KEY-3`. */
const CLOSED_KEYS = new RegExp(`\\b${VERB}:? (?:issues? )?(${KEY}\\b(?:(?: ?, ?(?:and )?| and )${KEY}\\b)*)`, 'g');

/** Keys of issues that a text mentions, without duplicates, in their order (contract: integrations §6.3). */
export const keysIn = (text: string): readonly string[] => [...new Set(text.match(ANY_KEY))];

/** Keys of issues that the text says are done. */
export const closedKeysIn = (text: string): readonly string[] => [
  ...new Set([...oneSpace(text).matchAll(CLOSED_KEYS)].flatMap(([, list = '']) => keysIn(list))),
];
