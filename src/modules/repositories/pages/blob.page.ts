import { blobAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPlace } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { FILES_TAB } from './code-tabs.js';
import { commitLine } from './commit-line.js';
import { isBinary, linesOf, seen } from '../../../platform/views/source-text.js';
import type { FileSpot } from './spots.service.js';
import { modeTag, pathLine } from './tree.page.js';

/** Larger files are not shown. */
export const MAX_SHOWN_BYTES = 512 * 1024;
const MAX_LINES = 20_000;

/** A file as numbered lines. */
export const blobPage = (place: ProjectPlace, file: FileSpot): Safe =>
  place.page(
    { tab: FILES_TAB.name, title: file.path },
    html`<h1>${seen(file.entry.name)}</h1>
      ${pathLine(place, file, blobAddress)}
      <p>${commitLine(place, file.commit)}</p>
      <p class="muted">${bytesText(file.size)} ${modeTag(file.entry.mode)}</p>
      ${contentOf(file)}`,
  );

function contentOf({ size, content }: FileSpot): Safe {
  if (size > MAX_SHOWN_BYTES) {
    return html`<p class="card">This file is too large to be shown here. Clone the repository to read it.</p>`;
  }
  if (isBinary(content)) {
    return html`<p class="card">This file is binary. Clone the repository to use it.</p>`;
  }
  const lines = linesOf(content.toString('utf8'));
  if (lines.length > MAX_LINES) {
    return html`<p class="card">This file has too many lines to be shown here. Clone the repository to read it.</p>`;
  }
  return lines.length === 0 ? html`<p class="card">This file is empty.</p>` : numbered(lines);
}

const numbered = (lines: readonly string[]): Safe =>
  html`<ol class="lines">
    ${lines.map((line, at) => html`<li id="L${at + 1}">${seen(line)}</li>`)}
  </ol>`;
