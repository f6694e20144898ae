import type { Page } from '../../../common/pagination/page.js';
import { blobAddress, tagsAddress, treeAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { pager } from '../../../platform/views/pager.js';
import type { ListedEntry } from '../trees/tree-listing.js';
import { FILES_TAB } from './code-tabs.js';
import { commitLine } from './commit-line.js';
import { seeing, seen } from '../../../platform/views/source-text.js';
import type { ShownLine } from '../../../platform/views/source-text.js';
import type { Folder, RefPath } from './ref-path-resolver.service.js';

/** The content of a folder at a branch, tag or commit. */
export const treePage = (context: ProjectPageContext, folder: Folder, entries: Page<ListedEntry>): Safe => {
  const shown = seeing();
  return context.page(
    { tab: FILES_TAB.name, title: folder.path === '' ? folder.ref : folder.path },
    html`<h1>Files</h1>
      ${pathLine(context, folder)}
      <p>${commitLine(context, folder.commit)}</p>
      <div class="card">
        ${
          folder.entries.length === 0
            ? html`<p class="muted">This folder is empty.</p>`
            : html`<ul class="entries">
                ${entries.items.map((entry) => html`<li>${entryLine(context, folder, entry, shown)}</li>`)}
              </ul>`
        }
        ${pager(entries, treeAddress(context, folder.ref, folder.path))}
      </div>
      <p class="muted">
        Other states: <a href="${context.address}/-/branches">branches</a>, <a href="${tagsAddress(context)}">tags</a>
      </p>`,
  );
};

type PathAddress = (context: ProjectPageContext, ref: string, path: string) => string;

/** The links from the root down to a folder or file. */
export function pathLine(
  context: ProjectPageContext,
  { ref, path }: RefPath,
  addressOf: PathAddress = treeAddress,
): Safe {
  const words = path === '' ? [] : path.split('/');
  const paths = words.map((name, at) => ({ name, path: words.slice(0, at + 1).join('/') }));
  const ways = paths.map((way, at) => ({
    name: way.name,
    to: (at === words.length - 1 ? addressOf : treeAddress)(context, ref, way.path),
  }));
  return html`<nav class="crumbs" aria-label="Path">
    <a class="mono" href="${treeAddress(context, ref)}">${seen(ref)}</a>
    ${ways.map(({ name, to }) => html`<a class="mono" href="${to}">${seen(name)}</a>`)}
  </nav>`;
}

/** Names that are not valid UTF-8, and those that REST refuses as well, have no address (contract: git §2). */
const isBroken = (name: string): boolean => name.includes('\ufffd') || name.includes('\\');

function entryLine(
  context: ProjectPageContext,
  { ref }: RefPath,
  { type, mode, name, path, id }: ListedEntry,
  shown: ShownLine,
): Safe {
  if (type === 'commit') {
    return html`<span class="mono">${shown(name)}</span> <small>another repository at ${id.slice(0, 8)}</small>`;
  }
  if (isBroken(name)) {
    return html`<span class="mono">${shown(name)}</span> <small>shown only in a clone</small>`;
  }
  return type === 'tree'
    ? html`<a class="mono" href="${treeAddress(context, ref, path)}"><strong>${shown(name)}/</strong></a>`
    : html`<a class="mono" href="${blobAddress(context, ref, path)}">${shown(name)}</a> ${modeTag(mode)}`;
}

const MODES: Readonly<Record<string, string>> = { '100755': 'executable', '120000': 'symbolic link' };
export const modeTag = (mode: string): Safe =>
  MODES[mode] === undefined ? NOTHING : html`<span class="tag">${MODES[mode]}</span>`;

/** Instructions for filling an empty repository. */
export const emptyPage = (context: ProjectPageContext, baseUrl: string): Safe =>
  context.page(
    { tab: FILES_TAB.name, title: 'Files' },
    html`<h1>Files</h1>
      <div class="card">
        <p>This repository is empty. Push something:</p>
        <pre class="log">
git remote add origin ${baseUrl}${context.address}.git
git push -u origin HEAD:${context.project.defaultBranch ?? 'main'}</pre>
        <p class="muted">Git asks for your username and a password: a personal access token with write_repository.</p>
      </div>`,
  );
