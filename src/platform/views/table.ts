import { html } from './html.js';
import type { Insert, Safe } from './html.js';

/** A table that becomes a list of labelled facts in a narrow window. */
export const table = (columns: readonly string[], rows: readonly (readonly Insert[])[]): Safe =>
  html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((content, at) => cell(columns[at] ?? '', content))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/** A column without a name contains the actions of a row. */
const cell = (column: string, content: Insert): Safe =>
  column === '' ? html`<td class="end">${content}</td>` : html`<td data-label="${column}"><div>${content}</div></td>`;
