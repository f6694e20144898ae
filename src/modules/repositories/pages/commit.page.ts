import { treeAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { FileDiff } from '../reads/diff-text.js';
import { titleOf } from '../../../platform/git/commit-object.js';
import type { Signature } from '../../../platform/git/commit-object.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { SingleCommit } from '../commits/commit.presenter.js';
import { FILES_TAB } from './code-tabs.js';
import { commitLink, when } from './commit-line.js';
import { diffSection } from './diff-section.js';
import { linesOf, seeing, seen } from '../../../platform/views/source-text.js';

/** A commit with its changes against its first parent. */
export function commitPage(
  context: ProjectPageContext,
  { commit, stats }: SingleCommit,
  files: readonly FileDiff[],
): Safe {
  const { id, message, author, committer, parentIds } = commit;
  const isByOther = author.name !== committer.name || author.email !== committer.email;
  return context.page(
    { tab: FILES_TAB.name, title: titleOf(message) },
    html`<h1>${seen(titleOf(message))}</h1>
      ${message.trim() === titleOf(message) ? NOTHING : messageOf(message)}
      <div class="card">
        <dl class="facts">
          ${fact('Commit', html`<code>${id}</code>`)} ${fact('Author', person(author))}
          ${isByOther ? fact('Committer', person(committer)) : NOTHING}
          ${
            parentIds.length === 0
              ? NOTHING
              : fact(
                  'Parents',
                  parentIds.map((parent) => html`${commitLink(context, parent)} `),
                )
          }
          ${stats ? fact('Lines', `${stats.additions} added, ${stats.deletions} removed`) : NOTHING}
          ${fact('Files', html`<a href="${treeAddress(context, id)}">at this commit</a>`)}
        </dl>
      </div>
      ${diffSection(files)}`,
  );
}

/** Maximum number of characters and lines of a message that are shown. */
const MAX_MESSAGE = 64 * 1024;
const MAX_LINES = 5000;

function messageOf(message: string): Safe {
  const whole = message.trim();
  const lines = linesOf(whole.slice(0, MAX_MESSAGE));
  const isCut = whole.length > MAX_MESSAGE || lines.length > MAX_LINES;
  const shownLine = seeing();
  return html`<pre class="log">${lines.slice(0, MAX_LINES).map((line) => [shownLine(line), '\n'])}</pre>
    ${isCut ? html`<p class="muted">The rest of this message is too large to display.</p>` : NOTHING}`;
}

const person = (signature: Signature): Safe =>
  html`${seen(signature.name)} <small>${seen(signature.email)}</small>, ${when(signature)}`;

const fact = (name: string, value: Insert): Safe =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;
