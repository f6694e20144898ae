import type { OpenObject } from '../../../platform/git/cat-file.js';
import { parseCommit, parseTag } from '../../../platform/git/commit-object.js';
import type { Commit, Tag } from '../../../platform/git/commit-object.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { RepositoryObjects } from '../../../platform/git/repository-objects.js';
import { nameOfKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { rowsBelow } from './tree-rows.js';
import { candidatesOf, fullName } from '../../../platform/git/ref-names.js';

/** The resolved `ref` of a request. */
export interface ResolvedRef {
  readonly kind: 'branch' | 'tag' | 'commit' | 'head';
  /** Short name of the branch or tag; otherwise the text itself. */
  readonly name: string;
  readonly commit: Commit;
}

/**
 * Maximum number of bytes kept of a commit or tag, because a push may contain messages of any length. REST accepts a
 * million characters.
 */
const MAX_BYTES = 4 * 1024 * 1024;
/** Parses a commit that was just created, as a session would read it. */
export const commitOf = ({ id, content }: Pick<NewObject, 'id' | 'content'>): Commit =>
  parseCommit(id, content.subarray(0, MAX_BYTES));
/** Maximum for all commits or tags of a list together; in JSON, control characters take six times as much. */
const LIST_BYTES = 4 * 1024 * 1024;

/** Returns how many bytes of each of `count` commits or tags are kept. */
export const shareOf = (count: number, bytes = LIST_BYTES): number =>
  Math.min(MAX_BYTES, Math.floor(bytes / Math.max(1, count)));

/** Maximum number of folders read per requested file. */
const FOLDERS_PER_FILE = 10;

/** Reads of one repository that share a git process. */
export class ReadSession {
  constructor(private readonly objects: RepositoryObjects) {}

  /** Resolves a text and peels tags to their commit; null if it does not resolve (contract: git §2). */
  async resolve(text: string): Promise<ResolvedRef | null> {
    for (const candidate of candidatesOf(text)) {
      const named = 'name' in candidate ? fullName(candidate) : text;
      const commit = await this.commit(named);
      if (commit) {
        return { kind: candidate.kind, name: 'name' in candidate ? candidate.name : text, commit };
      }
    }
    return null;
  }

  /** Returns the commit of a full ref name, or of a complete or abbreviated id; null if it is missing or ambiguous. */
  async commit(name: string, most = MAX_BYTES): Promise<Commit | null> {
    const object = await this.objects.begin(`${name}^{commit}`, most);
    return object && parseCommit(object.id, object.content);
  }

  /** Returns several commits, each with an equal share of `bytes` for its message. */
  async commits(ids: readonly string[], bytes = LIST_BYTES): Promise<Commit[]> {
    const most = shareOf(ids.length, bytes);
    const found: Commit[] = [];
    for (const id of ids) {
      const commit = await this.commit(id, most);
      found.push(...(commit ? [commit] : []));
    }
    return found;
  }

  /** Returns the annotated tag with this id; null if the object is not one. */
  async tag(id: string, most = MAX_BYTES): Promise<Tag | null> {
    const object = await this.objects.begin(id, most);
    return object?.type === 'tag' ? parseTag(object.id, object.content) : null;
  }

  /** Returns the entry at a path; null if there is none. */
  entryAt({ treeId }: Commit, path: string): Promise<TreeEntry | null> {
    return this.objects.entryAt(treeId, path);
  }

  tree(id: string): Promise<readonly TreeEntry[]> {
    return this.objects.tree(id);
  }

  smallTrees(ids: readonly string[], most: number): Promise<ReadonlyMap<string, readonly TreeEntry[]>> {
    return this.objects.smallTrees(ids, most);
  }

  /**
   * Returns the paths of the first `most` files at and below a tree, in git's order. Stops early in a tree that
   * contains little but folders.
   */
  async paths(treeId: string, most: number): Promise<string[]> {
    const found: string[] = [];
    let left = most * FOLDERS_PER_FILE;
    const read = async (id: string): Promise<readonly TreeEntry[]> => (--left < 0 ? [] : this.tree(id));
    for await (const { entry, prefix } of rowsBelow(read, [{ entries: await read(treeId), next: 0, prefix: '' }])) {
      if (entry.type !== 'tree') {
        found.push(nameOfKey(prefix + entry.key));
      }
      if (found.length === most) {
        break;
      }
    }
    return found;
  }

  /** Returns null if the object is not a blob; the content of one larger than `most` bytes is omitted. */
  async blob(
    id: string,
    most?: number,
  ): Promise<{ readonly id: string; readonly size: number; readonly content: Buffer } | null> {
    const object = await this.objects.find(id, most);
    return object?.type === 'blob' ? object : null;
  }

  /** Opens a blob for reading in pieces. Must be the last read of the session. */
  async openBlob(id: string): Promise<OpenObject | null> {
    const object = await this.objects.open(id);
    return object?.type === 'blob' ? object : null;
  }

  /** Returns the content of a file at a commit; null if there is none. */
  async fileAt(commit: Commit, path: string): Promise<Buffer | null> {
    const entry = await this.entryAt(commit, path);
    const blob = entry?.type === 'blob' ? await this.blob(entry.id) : null;
    return blob?.content ?? null;
  }
}
