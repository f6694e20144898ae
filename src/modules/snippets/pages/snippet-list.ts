import type { Page } from '../../../common/pagination/page.js';
import { snippetAddress } from './snippet-addresses.js';
import type { Snippet } from '../snippet.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';

interface ListFacts {
  readonly snippets: Page<Snippet>;
  readonly here: string;
  readonly mayMake: boolean;
}

/** A list of snippets, with a link to create one. */
export const snippetListContent = ({ snippets, here, mayMake }: ListFacts): Safe =>
  html`<div class="head">
      <h1>Snippets</h1>
      ${mayMake ? html`<a class="button primary" href="${here}/new">New snippet</a>` : NOTHING}
    </div>
    <div class="card">
      ${
        snippets.items.length === 0
          ? html`<p class="muted">No snippets yet.</p>`
          : table(['Snippet', 'Visibility', 'By', 'Updated'], snippets.items.map(row))
      }
      ${pager(snippets, here)}
    </div>`;

const row = (snippet: Snippet) => [
  html`<a href="${snippetAddress(snippet)}">${snippet.title}</a> <small>${snippet.files[0] ?? ''}</small>`,
  html`<span class="tag">${snippet.visibility}</span>`,
  snippet.author === null ? 'gone' : html`<a href="/${snippet.author.username}">${snippet.author.name}</a>`,
  moment(snippet.updatedAt),
];
