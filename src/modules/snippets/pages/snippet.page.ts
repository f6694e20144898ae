import type { SnippetFileContent } from '../snippet-contents.service.js';
import type { Snippet } from '../snippet.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fileContent } from '../../../platform/views/file-content.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';
import { rawAddress, snippetAddress } from './snippet-addresses.js';

export interface SnippetFacts {
  readonly snippet: Snippet;
  readonly files: readonly SnippetFileContent[];
  readonly cloneUrl: string;
  readonly mayChange: boolean;
}

/** A snippet with its files. */
export const snippetContent = ({ snippet, files, cloneUrl, mayChange }: SnippetFacts, frame: Frame): Safe =>
  html`<div class="head">
      <h1>${snippet.title}</h1>
      <span class="tag">${snippet.visibility}</span>
    </div>
    <p class="muted">${authorOf(snippet)}${moment(snippet.updatedAt)}</p>
    ${snippet.description === null || snippet.description === '' ? NOTHING : html`<p class="text">${snippet.description}</p>`}
    ${mayChange ? buttons(snippet, frame) : NOTHING} ${files.map((file, at) => fileSection(snippet, file, at + 1))}
    ${
      snippet.files.length > files.length
        ? html`<p class="muted">There are ${snippet.files.length} files in all. Clone it to read the others.</p>`
        : NOTHING
    }
    <p class="muted">Clone: <code>${cloneUrl}</code></p>`;

const authorOf = ({ author }: Snippet): Safe =>
  author === null ? NOTHING : html`<a href="/${author.username}">${author.name}</a>, `;

const buttons = (snippet: Snippet, { csrfToken }: Frame): Safe =>
  html`<div class="actions">
    <a class="button plain" href="${snippetAddress(snippet)}/edit">Edit</a>
    ${confirmedForm({
      action: snippetAddress(snippet),
      csrfToken,
      method: 'delete',
      label: 'Delete snippet',
      question: `Delete the snippet “${snippet.title}”?`,
      consequence: 'Its files and their history are deleted. This cannot be undone.',
    })}
  </div>`;

const fileSection = (snippet: Snippet, file: SnippetFileContent, number: number): Safe =>
  html`<section class="card" aria-labelledby="file-${number}">
    <div class="head">
      <h2 id="file-${number}">${seen(file.path)}</h2>
      <span><small>${bytesText(file.size)}</small> <a href="${rawAddress(snippet, file.path)}">Raw</a></span>
    </div>
    ${fileContent(file, { otherwise: 'Its raw form can be fetched.', prefix: `F${number}-` })}
  </section>`;
