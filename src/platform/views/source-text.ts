import { UNSEEN } from '../../common/text/unseen.js';
import { html } from './html.js';
import type { Insert } from './html.js';

/** As much of the beginning decides whether it is text, as with git. */
const LOOKED_AT = 8000;

export const isBinary = (content: Buffer): boolean => content.subarray(0, LOOKED_AT).includes(0);

/** Without the empty one that a closing newline would leave. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Each name is an element of its own: a page of a million would take seconds, and a gigabyte. */
const MOST_NAMED = 2000;
/** The same of a text by itself, such as a title or a name: a page holds hundreds of them. */
const MOST_NAMED_ALONE = 100;
const ALL_UNSEEN = new RegExp(UNSEEN, 'g');

/** Shows a line of source to people. */
export type ShownLine = (line: string) => Insert;

/** A line of source for people: characters that would hide or reorder text are shown by name. */
export const seen: ShownLine = (line) => seeing(MOST_NAMED_ALONE)(line);

/**
 * Shows the lines of one text, or of a long list, as {@link seen}. Where they hold very many such characters, the rest of
 * these are U+FFFD.
 */
export function seeing(most = MOST_NAMED): ShownLine {
  let left = most;
  return (line) => {
    const parts = line.split(UNSEEN, 2 * left + 2);
    const named = Math.floor(parts.length / 2);
    left = Math.max(0, left - named);
    return parts.length % 2 === 0 ? line.replace(ALL_UNSEEN, '\ufffd') : parts.map(shownPart);
  };
}

const shownPart = (part: string, at: number): Insert =>
  at % 2 === 0 ? part : html`<span class="control">${codeOf(part)}</span>`;

const codeOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
