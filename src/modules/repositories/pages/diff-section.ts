import type { FileDiff } from '../reads/diff-text.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { linesOf, seeing, seen } from '../../../platform/views/source-text.js';
import type { ShownLine } from '../../../platform/views/source-text.js';

const MAX_FILES = 100;
const MAX_CHARACTERS = 256 * 1024;
/** Limited because each line is an HTML element. */
const MAX_LINES = 20_000;

const STATUSES = { A: 'new', D: 'deleted', R: 'renamed', M: 'changed', T: 'changed' } as const;

/** Renders changed files with their differences, as far as they fit on a page. */
export function diffSection(files: readonly FileDiff[]): Safe {
  let [left, linesLeft] = [MAX_CHARACTERS, MAX_LINES];
  const shownLine = seeing();
  const shown = files.slice(0, MAX_FILES).map((file) => {
    const lines = linesOf(file.text);
    left -= file.text.length;
    linesLeft -= lines.length;
    return fileDiff(file, lines, left >= 0 && linesLeft >= 0 ? shownLine : null);
  });
  return html`<h2>${files.length} ${files.length === 1 ? 'file' : 'files'}</h2>
    ${shown} ${files.length > MAX_FILES ? html`<p class="muted">and ${files.length - MAX_FILES} more</p>` : NOTHING}`;
}

/** `shownLine` is null if the text does not fit any more. */
const fileDiff = (file: FileDiff, lines: readonly string[], shownLine: ShownLine | null): Safe =>
  html`<section class="card">
    <div class="head">
      <strong class="mono">${nameOf(file)}</strong>
      <span class="tag">${STATUSES[file.status]}</span>
    </div>
    ${shownLine && !file.isCollapsed ? textOf(file, lines, shownLine) : html`<p class="muted">This diff is too large to display.</p>`}
  </section>`;

const nameOf = ({ oldPath, newPath }: FileDiff) =>
  oldPath === newPath ? seen(newPath) : html`${seen(oldPath)} → ${seen(newPath)}`;

function textOf(file: FileDiff, lines: readonly string[], shownLine: ShownLine): Safe {
  if (file.text === '' && !file.isTooLarge) {
    return html`<p class="muted">${withoutLines(file)}</p>`;
  }
  return html`<pre class="diff">
${lines.map((line) => html`<span class="${toneOf(line)}">${shownLine(line)}</span>`)}</pre>
    ${file.isTooLarge ? html`<p class="muted">The rest of this diff is too large to display.</p>` : NOTHING}`;
}

function withoutLines({ status, oldMode, newMode }: FileDiff): string {
  if (status === 'A' || status === 'D') {
    return 'An empty file.';
  }
  return oldMode === newMode ? 'The same content.' : `Mode ${oldMode} became ${newMode}.`;
}

const TONES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };
const toneOf = (line: string): string => TONES[line.charAt(0)] ?? 'same';
