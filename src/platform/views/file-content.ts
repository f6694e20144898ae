import { html } from './html.js';
import type { Safe } from './html.js';
import { isBinary, linesOf, seeing } from './source-text.js';

/** Larger files are not shown. */
export const MAX_SHOWN_BYTES = 512 * 1024;
const MAX_LINES = 20_000;

export interface ShownFile {
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** May be incomplete when the file is larger than {@link MAX_SHOWN_BYTES}. */
  readonly content: Buffer;
}

interface Options {
  /** What users can do when it cannot be shown. */
  readonly otherwise: string;
  /** Prefix of the line ids, when a page has several files. */
  readonly prefix?: string;
}

/** Shows a file with line numbers, or why it cannot be shown. */
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
