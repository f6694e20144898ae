import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../common/errors/catalogue.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { KeysetRequest, PageRequest } from '../../../common/pagination/page-request.js';
import { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import type { ReadSession } from '../../../core/repositories/reads/read-session.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { Git } from '../../../platform/git/git.service.js';
import type { GitPlace } from '../../../platform/git/git-place.js';
import { filePathComplaint } from '../../../core/repositories/commits/file-path.js';
import { ProjectCode } from '../project-code.service.js';
import { listDeep, listEntries, readListing } from './tree-listing.js';
import type { ListedEntry } from './tree-listing.js';

export interface TreeQuery {
  readonly path: string;
  readonly ref: string;
  readonly recursive: boolean;
}

/** What lies in a folder of a repository (contract: git §3.4). */
@Injectable()
export class Trees {
  constructor(
    private readonly code: ProjectCode,
    private readonly git: Git,
  ) {}

  /** Throws 404 for an empty repository, the ref and the path. */
  async list(project: Project, query: TreeQuery, request: PageRequest): Promise<Page<ListedEntry>> {
    const entries = await this.code.readOr404(project, 'Repository', async (session, place) => {
      const found = await session.resolve(query.ref);
      if (!found) {
        throw notFound(project.emptyRepo ? 'Repository' : 'Tree');
      }
      return this.entries(session, place, found.commit, query);
    });
    return request.kind === 'keyset' ? walkOf(entries, request) : pageOf(entries, request);
  }

  private async entries(
    session: ReadSession,
    place: GitPlace,
    commit: Commit,
    { path, recursive }: TreeQuery,
  ): Promise<ListedEntry[]> {
    const folder = path.replace(/^\/+|\/+$/g, '');
    const treeId = folder === '' ? commit.treeId : await this.folderId(session, commit, folder);
    if (!recursive) {
      return listEntries(await session.tree(treeId), folder);
    }
    const text = await this.git.text(place, ['ls-tree', '-r', '-t', '-z', '--full-tree', '--end-of-options', treeId]);
    const below = readListing(text).map((entry) => ({
      ...entry,
      path: folder === '' ? entry.path : `${folder}/${entry.path}`,
    }));
    return listDeep(below, folder);
  }

  private async folderId(session: ReadSession, commit: Commit, folder: string): Promise<string> {
    const entry = filePathComplaint(folder) === undefined ? await session.entryAt(commit, folder) : null;
    if (entry?.type !== 'tree') {
      throw notFound('Tree');
    }
    return entry.id;
  }
}

/** Walked by `page_token`, which names the path of the row before (contract: git §3.4). */
function walkOf(entries: readonly ListedEntry[], request: KeysetRequest): Page<ListedEntry> {
  const after = request.cursor === undefined ? null : Buffer.from(request.cursor, 'base64url').toString('utf8');
  const start = after === null ? 0 : entries.findIndex(({ path }) => path === after) + 1;
  if (after !== null && start === 0) {
    throw invalidField('page_token', IS_INVALID);
  }
  const rows = entries.slice(start, start + request.perPage);
  const last = rows.at(-1);
  const next = last && { page_token: Buffer.from(last.path).toString('base64url') };
  return new Page(rows, { kind: 'keyset', request, next });
}
