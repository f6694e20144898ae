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

/** A line of source for people: characters that would hide or reorder text are shown by name. */
export const seen = (line: string): Insert =>
  line.split(UNSEEN).map((part, at) => (at % 2 === 0 ? part : html`<span class="control">${codeOf(part)}</span>`));

const codeOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
