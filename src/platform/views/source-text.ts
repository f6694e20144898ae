import { UNSEEN } from '../../common/text/unseen.js';
import { html } from './html.js';
import type { Insert } from './html.js';

/** Length of the beginning that decides whether content is text, as in git. */
const LOOKED_AT = 8000;

export const isBinary = (content: Buffer): boolean => content.subarray(0, LOOKED_AT).includes(0);

/** Splits text into lines, without the empty one after a final newline. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * Limit of named characters on a page: each is an element of its own, and a million of them would take seconds and a
 * gigabyte.
 */
const MOST_NAMED = 2000;
/** Limit for a text by itself, such as a title or a name: a page contains hundreds of them. */
const MOST_NAMED_ALONE = 100;
const ALL_UNSEEN = new RegExp(UNSEEN, 'g');

/** Formats a line of source. */
export type ShownLine = (line: string) => Insert;

/** Shows a line of source; characters that would hide or reorder text are shown by name. */
export const seen: ShownLine = (line) => seeing(MOST_NAMED_ALONE)(line);

/**
 * Shows the lines of one text, or of a long list, like {@link seen}. Beyond the limit, such characters become U+FFFD.
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
