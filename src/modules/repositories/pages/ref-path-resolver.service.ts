import { Injectable } from '@nestjs/common';
import type { Project } from '../../../core/projects/project.js';
import type { ReadSession } from '../reads/read-session.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { filePathError } from '../writes/file-path.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { inListingOrder } from '../trees/tree-listing.js';
import { splitsOf } from './ref-and-path.js';

/** A path at a branch, tag or commit. */
export interface RefPath {
  /** As given in the URL. */
  readonly ref: string;
  /** Empty for the top folder. */
  readonly path: string;
  readonly commit: Commit;
}

export interface Folder extends RefPath {
  /** In listing order. */
  readonly entries: readonly TreeEntry[];
}

export interface FilePath extends RefPath {
  readonly entry: TreeEntry;
  readonly size: number;
  /** Empty for a file larger than the requested maximum. */
  readonly content: Buffer;
}

/** Resolves `<ref>/<path>`, both of which may contain slashes: the longest existing ref wins. */
@Injectable()
export class RefPathResolverService {
  constructor(private readonly code: ProjectCodeService) {}

  /** Returns null if the ref does not exist, as in an empty repository. Throws 404. */
  async top(project: Project, ref: string): Promise<Folder | null> {
    return this.code.read(project, null, async (session) => {
      const found = await session.resolve(ref);
      return found && folderAt(session, { ref, path: '', commit: found.commit });
    });
  }

  /** Throws 404. */
  folder(project: Project, text: string): Promise<Folder> {
    return this.code.readOr404(project, 'Tree', async (session) => {
      const refPath = await refPathOf(session, text);
      return refPath && folderAt(session, refPath);
    });
  }

  /** Returns a file, with its content unless it is larger than `most` bytes. Throws 404. */
  file(project: Project, text: string, most: number): Promise<FilePath> {
    return this.code.readOr404(project, 'File', async (session) => {
      const refPath = await refPathOf(session, text);
      const entry = refPath && (await entryAt(session, refPath));
      const blob = entry?.type === 'blob' ? await session.blob(entry.id, most) : null;
      return refPath && entry && blob && { ...refPath, entry, size: blob.size, content: blob.content };
    });
  }
}

async function refPathOf(session: ReadSession, text: string): Promise<RefPath | null> {
  for (const { ref, path } of splitsOf(text)) {
    const found = await session.resolve(ref);
    if (found) {
      return { ref, path, commit: found.commit };
    }
  }
  return null;
}

const entryAt = async (session: ReadSession, { commit, path }: RefPath): Promise<TreeEntry | null> =>
  filePathError(path) === undefined ? session.entryAt(commit, path) : null;

async function folderAt(session: ReadSession, refPath: RefPath): Promise<Folder | null> {
  const entry = refPath.path === '' ? null : await entryAt(session, refPath);
  const treeId = refPath.path === '' ? refPath.commit.treeId : entry?.type === 'tree' ? entry.id : null;
  return treeId === null ? null : { ...refPath, entries: await inListingOrder(await session.tree(treeId)) };
}
