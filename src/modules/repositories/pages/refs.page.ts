import type { Page } from '../../../common/pagination/page.js';
import { tagsAddress, treeAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { button } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { presentBranch } from '../branches/branch.presenter.js';
import type { BranchViewer } from '../branches/branch.presenter.js';
import type { Branch } from '../branches/branch.js';
import type { RepositoryTag } from '../tags/tag.js';
import { BRANCHES_TAB } from './code-tabs.js';
import { commitLine } from './commit-line.js';
import { seen } from '../../../platform/views/source-text.js';

/** Branches, most recently changed first. */
export const branchesPage = (
  context: ProjectPageContext,
  branches: Page<Branch>,
  viewer: BranchViewer,
  search: string,
): Safe =>
  listPage({ context, title: 'Branches', path: BRANCHES_TAB.path, search }, branches, (branch) => [
    html`<a class="mono" href="${treeAddress(context, branch.name)}">${seen(branch.name)}</a> ${marks(branch, viewer)}`,
    commitLine(context, branch.commit),
  ]);

function marks(branch: Branch, viewer: BranchViewer): Safe[] {
  const shown = presentBranch(branch, viewer);
  const names = [shown.default && 'default', shown.protected && 'protected', shown.merged && 'merged'];
  return names.filter((name) => name !== false).map((name) => html`<span class="tag">${name}</span>`);
}

/** Tags, newest first. */
export const tagsPage = (context: ProjectPageContext, tags: Page<RepositoryTag>, search: string): Safe =>
  listPage({ context, title: 'Tags', path: '/-/tags', search }, tags, ({ name, commit, annotation }) => [
    commit
      ? html`<a class="mono" href="${treeAddress(context, `refs/tags/${name}`)}">${seen(name)}</a>`
      : html`<span class="mono">${seen(name)}</span>`,
    html`${annotation === null ? NOTHING : html`${seen(shortened(annotation.message))}<br />`}
    ${commit ? commitLine(context, commit) : html`<span class="muted">of no commit</span>`}`,
  ]);

/** Maximum number of characters of a tag's message in a list. */
const MAX_MESSAGE = 1024;
const shortened = (message: string): string =>
  message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;

interface ListFacts {
  readonly context: ProjectPageContext;
  readonly title: 'Branches' | 'Tags';
  readonly path: string;
  readonly search: string;
}

const listPage = <T>({ context, title, path, search }: ListFacts, found: Page<T>, row: (item: T) => Insert[]): Safe =>
  context.page(
    { tab: BRANCHES_TAB.name, title },
    html`<div class="head">
        <h1>${title}</h1>
        ${
          title === 'Branches'
            ? html`<a href="${tagsAddress(context)}">Tags</a>`
            : html`<a href="${context.address}${BRANCHES_TAB.path}">Branches</a>`
        }
      </div>
      <form class="search" method="get" action="${context.address}${path}" role="search">
        <input type="search" name="search" value="${search}" aria-label="Search" placeholder="Part of the name" />
        ${button('Search', 'plain')}
      </form>
      <div class="card">
        ${
          found.items.length === 0
            ? html`<p class="muted">None.</p>`
            : table(['Name', title === 'Branches' ? 'Last commit' : 'Commit'], found.items.map(row))
        }
        ${pager(found, context.address + path, { search })}
      </div>`,
  );
