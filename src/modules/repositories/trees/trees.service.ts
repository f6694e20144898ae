import { Injectable } from '@nestjs/common';
import { Pacer } from '../../../common/concurrency/pacer.js';
import {
  invalidField,
  IS_INVALID,
  notFound,
  offsetTooDeep,
  payloadTooLarge,
} from '../../../common/errors/catalogue.js';
import type { KeysetRequest, OffsetRequest, PageRequest } from '../../../common/pagination/page-request.js';
import { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import type { ReadSession } from '../reads/read-session.js';
import { rowsBelow } from '../reads/tree-rows.js';
import type { FolderReader, OpenFolder, TreeRow } from '../reads/tree-rows.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { Git } from '../../../platform/git/git.service.js';
import { filePathError, folderPathOf } from '../writes/file-path.js';
import { nameKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { MAX_ROWS, readSmallTree } from './small-trees.js';
import type { KnownFolders } from './small-trees.js';
import { inListingOrder, listed } from './tree-listing.js';
import type { ListedEntry } from './tree-listing.js';

/** Maximum number of entries of all folders that one request may read; beyond it, the answer is 413. */
const MAX_ENTRIES = 1_000_000;
/** Number of small folders that are read together, because each read is a round trip to the git process. */
const FOLDERS_AHEAD = 64;
const MAX_AHEAD_BYTES = 16 * 1024;

export interface TreeQuery {
  readonly path: string;
  readonly ref: string;
  readonly recursive: boolean;
}

/** The folder being listed. */
interface ListedFolder {
  readonly treeId: string;
  /** Bytes of its path with a trailing slash; empty for the top folder. */
  readonly prefix: string;
}

/** Lists the content of a folder of a repository (contract: git §3.4). */
@Injectable()
export class TreesService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly git: Git,
  ) {}

  /**
   * Throws 404 for an empty repository, an unknown ref or an unknown path, 400 for an invalid token, 405 for a page
   * beyond the maximum offset.
   */
  async list(project: Project, query: TreeQuery, request: PageRequest): Promise<Page<ListedEntry>> {
    return this.code.readOr404(project, 'Repository', async (session, gitDir) => {
      const found = await session.resolve(query.ref);
      if (!found) {
        throw notFound(project.emptyRepo ? 'Repository' : 'Tree');
      }
      const folder = await folderAt(session, found.commit, query.path);
      if (request.kind === 'keyset') {
        return pageBehind(session, folder, query.recursive, request);
      }
      refuseDeepOffset(request);
      return query.recursive ? this.deepPage(session, gitDir, folder, request) : flatPage(session, folder, request);
    });
  }

  /**
   * Returns a page by its number and skips the rows before it. A small tree is read at once, a large one as far as
   * needed.
   */
  private async deepPage(
    session: ReadSession,
    gitDir: GitDirectory,
    folder: ListedFolder,
    request: OffsetRequest,
  ): Promise<Page<ListedEntry>> {
    const { page, perPage } = request;
    const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--end-of-options', folder.treeId];
    const whole = await this.git.stream(gitDir, args, ({ stdout }) => readSmallTree(stdout));
    const read = readerOf(session, folder, typeof whole === 'string' ? null : whole.folders);
    const rows = await pageOfRows(read, folder, (page - 1) * perPage, perPage + 1);
    const total =
      typeof whole !== 'string' ? whole.rows : whole === 'many rows' ? null : await countRows(session, folder);
    const shown = rows.slice(0, perPage).map(({ entry, prefix }) => listed(entry, prefix));
    const isEmpty = shown.length === 0;
    return new Page(shown, { kind: 'offset', request, total, hasNext: rows.length > perPage, isEmpty });
  }
}

async function folderAt(session: ReadSession, commit: Commit, path: string): Promise<ListedFolder> {
  const bare = folderPathOf(path);
  if (bare === '') {
    return { treeId: commit.treeId, prefix: '' };
  }
  const entry = filePathError(bare) === undefined ? await session.entryAt(commit, bare) : null;
  if (entry?.type !== 'tree') {
    throw notFound('Tree');
  }
  return { treeId: entry.id, prefix: `${nameKey(bare)}/` };
}

function refuseDeepOffset({ page, perPage, maxOffset = 0 }: OffsetRequest): void {
  if (maxOffset > 0 && page * perPage > maxOffset) {
    throw offsetTooDeep(maxOffset, 'Tree');
  }
}

/** Reads folders in listing order, up to the limit of one request; known folders are not read again. */
function readerOf(session: ReadSession, { prefix: top }: ListedFolder, known: KnownFolders | null): FolderReader {
  let left = MAX_ENTRIES;
  let ahead: KnownFolders = new Map();
  return async (treeId, prefix, siblings = []) => {
    if (!known && !ahead.has(treeId)) {
      ahead = await session.smallTrees([treeId, ...treesAmong(siblings)], MAX_AHEAD_BYTES);
    }
    const entries = known ? known.get(prefix.slice(top.length)) : (ahead.get(treeId) ?? (await session.tree(treeId)));
    left -= entries?.length ?? 0;
    if (left < 0) {
      throw payloadTooLarge();
    }
    return inListingOrder(entries ?? []);
  };
}

/** Returns the next few sibling folders, which are likely to be read next. */
function treesAmong(siblings: Iterable<TreeEntry>): string[] {
  const ids: string[] = [];
  for (const { type, id } of siblings) {
    if (type !== 'tree' || ids.length === FOLDERS_AHEAD) {
      break; // trees come first
    }
    ids.push(id);
  }
  return ids;
}

async function flatPage(
  session: ReadSession,
  folder: ListedFolder,
  request: OffsetRequest,
): Promise<Page<ListedEntry>> {
  const { page, perPage } = request;
  const entries = await inListingOrder(await session.tree(folder.treeId));
  const end = page * perPage;
  const shown = entries.slice(end - perPage, end).map((entry) => listed(entry, folder.prefix));
  const total = entries.length > MAX_ROWS ? null : entries.length;
  const isEmpty = shown.length === 0;
  return new Page(shown, { kind: 'offset', request, total, hasNext: entries.length > end, isEmpty });
}

async function pageOfRows(
  read: FolderReader,
  { treeId, prefix }: ListedFolder,
  skipped: number,
  count: number,
): Promise<TreeRow[]> {
  const pacer = new Pacer();
  const rows: TreeRow[] = [];
  let passed = 0;
  for await (const row of rowsBelow(read, [{ entries: await read(treeId, prefix), next: 0, prefix }])) {
    passed += 1;
    if (passed > skipped) {
      rows.push(row);
    }
    if (rows.length === count) {
      break;
    }
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return rows;
}

/**
 * Counts the entries of all folders in any order. Returns null above the number that is counted (contract: conventions
 * §9).
 */
async function countRows(session: ReadSession, { treeId }: ListedFolder): Promise<number | null> {
  const waiting = [treeId];
  let rows = 0;
  for (let id = waiting.pop(); id !== undefined && rows <= MAX_ROWS; id = waiting.pop()) {
    const entries = await session.tree(id);
    rows += entries.length;
    waiting.push(...entries.slice(0, MAX_ROWS).flatMap((entry) => (entry.type === 'tree' ? [entry.id] : [])));
  }
  return rows > MAX_ROWS ? null : rows;
}

/** Returns the rows after the one whose path is encoded in `page_token` (contract: git §3.4). */
async function pageBehind(
  session: ReadSession,
  folder: ListedFolder,
  isRecursive: boolean,
  request: KeysetRequest,
): Promise<Page<ListedEntry>> {
  const read = readerOf(session, folder, null);
  const open = await foldersBehind(read, folder, isRecursive, request.cursor);
  const rows: TreeRow[] = [];
  for await (const row of isRecursive ? rowsBelow(read, open) : rowsOf(open)) {
    rows.push(row);
    if (rows.length === request.perPage) {
      break;
    }
  }
  const last = rows.at(-1);
  const next = last && { page_token: tokenOf(last) };
  const shown = rows.map(({ entry, prefix }) => listed(entry, prefix));
  return new Page(shown, { kind: 'keyset', request, next });
}

function* rowsOf([folder]: readonly OpenFolder[]): Generator<TreeRow> {
  for (const entry of folder?.entries.slice(folder.next) ?? []) {
    yield { entry, prefix: folder?.prefix ?? '' };
  }
}

const tokenOf = ({ entry, prefix }: TreeRow): string => Buffer.from(prefix + entry.key, 'latin1').toString('base64url');

/**
 * Returns the folders on the path to the row that the token denotes, each positioned after it. Throws 400 if there is
 * no such row.
 */
async function foldersBehind(
  read: FolderReader,
  { treeId, prefix: top }: ListedFolder,
  isRecursive: boolean,
  token: string | undefined,
): Promise<OpenFolder[]> {
  const open: OpenFolder[] = [{ entries: await read(treeId, top), next: 0, prefix: top }];
  if (token === undefined) {
    return open;
  }
  const path = Buffer.from(token, 'base64url').toString('latin1');
  const keys = path.startsWith(top) ? path.slice(top.length).split('/') : [];
  for (const [depth, key] of keys.entries()) {
    const folder = open.at(-1);
    const at = folder?.entries.findIndex((entry) => entry.key === key) ?? -1;
    const entry = folder?.entries[at];
    if (!folder || !entry || (depth < keys.length - 1 && entry.type !== 'tree')) {
      throw unknownToken();
    }
    folder.next = at + 1;
    if (isRecursive && entry.type === 'tree') {
      const prefix = `${folder.prefix}${key}/`;
      open.push({ entries: await read(entry.id, prefix), next: 0, prefix });
    }
  }
  if (keys.length === 0 || (!isRecursive && keys.length > 1)) {
    throw unknownToken();
  }
  return open;
}

const unknownToken = () => invalidField('page_token', IS_INVALID);
