import { html } from './html.js';
import type { Safe } from './html.js';
import { isBinary, linesOf, seeing } from './source-text.js';

/** Larger files are not shown. */
export const MAX_SHOWN_BYTES = 512 * 1024;
const MAX_LINES = 20_000;

export interface ShownFile {
  /** Bytes of all of it. */
  readonly size: number;
  /** Anything when it is larger than {@link MAX_SHOWN_BYTES}. */
  readonly content: Buffer;
}

interface Options {
  /** What to do where it cannot be shown. */
  readonly otherwise: string;
  /** In front of the lines' own ids, where a page has several files. */
  readonly prefix?: string;
}

/** A file as numbered lines, or why there are none. */
export function fileContent({ size, content }: ShownFile, { otherwise, prefix = '' }: Options): Safe {
  if (size > MAX_SHOWN_BYTES) {
    return html`<p class="muted">This file is too large to be shown here. ${otherwise}</p>`;
  }
  if (isBinary(content)) {
    return html`<p class="muted">This file is binary. ${otherwise}</p>`;
  }
  const lines = linesOf(content.toString('utf8'));
  if (lines.length > MAX_LINES) {
    return html`<p class="muted">This file has too many lines to be shown here. ${otherwise}</p>`;
  }
  return lines.length === 0 ? html`<p class="muted">This file is empty.</p>` : numbered(lines, prefix);
}

function numbered(lines: readonly string[], prefix: string): Safe {
  const shown = seeing();
  return html`<ol class="lines">
    ${lines.map((line, at) => html`<li id="${prefix}L${at + 1}">${shown(line)}</li>`)}
  </ol>`;
}
