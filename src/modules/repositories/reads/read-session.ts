import type { OpenObject } from '../../../platform/git/cat-file.js';
import { parseCommit, parseTag } from '../../../platform/git/commit-object.js';
import type { Commit, Tag } from '../../../platform/git/commit-object.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { RepositoryObjects } from '../../../platform/git/repository-objects.js';
import { nameOfKey } from '../../../platform/git/tree-object.js';
import type { TreeEntry } from '../../../platform/git/tree-object.js';
import { rowsBelow } from './tree-rows.js';
import { candidatesOf, fullName } from '../../../platform/git/ref-names.js';

/** What a `ref` of a request turned out to be. */
export interface ResolvedRef {
  readonly kind: 'branch' | 'tag' | 'commit' | 'head';
  /** Short name of the branch or tag; the text itself otherwise. */
  readonly name: string;
  readonly commit: Commit;
}

/** No more is held of a commit or a tag: a push may bring messages of any length. REST takes a million characters. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A commit that was made, as a session would read it. */
export const commitOf = ({ id, content }: Pick<NewObject, 'id' | 'content'>): Commit =>
  parseCommit(id, content.subarray(0, MAX_BYTES));
/** The same of all commits or tags of a list together; as JSON, control characters are six times as long. */
const LIST_BYTES = 4 * 1024 * 1024;

/** How much of each of so many commits or tags is held. */
export const shareOf = (count: number, bytes = LIST_BYTES): number =>
  Math.min(MAX_BYTES, Math.floor(bytes / Math.max(1, count)));

/** So many folders are looked into for each file that is wanted. */
const FOLDERS_PER_FILE = 10;

/** Questions to one repository that share one git process. */
export class ReadSession {
  constructor(private readonly objects: RepositoryObjects) {}

  /** What the text means, tags peeled to their commit; null when it means nothing (contract: git §2). */
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

  /** The commit of a full reference name, or of an id whole or abbreviated; null when it is missing or ambiguous. */
  async commit(name: string, most = MAX_BYTES): Promise<Commit | null> {
    const object = await this.objects.begin(`${name}^{commit}`, most);
    return object && parseCommit(object.id, object.content);
  }

  /** Several, each with as much of its message as its share of `bytes`. */
  async commits(ids: readonly string[], bytes = LIST_BYTES): Promise<Commit[]> {
    const most = shareOf(ids.length, bytes);
    const found: Commit[] = [];
    for (const id of ids) {
      const commit = await this.commit(id, most);
      found.push(...(commit ? [commit] : []));
    }
    return found;
  }

  /** The annotated tag with this id; null when the object is none. */
  async tag(id: string, most = MAX_BYTES): Promise<Tag | null> {
    const object = await this.objects.begin(id, most);
    return object?.type === 'tag' ? parseTag(object.id, object.content) : null;
  }

  /** What lies at a path; null when nothing does. */
  entryAt({ treeId }: Commit, path: string): Promise<TreeEntry | null> {
    return this.objects.entryAt(treeId, path);
  }

  tree(id: string): Promise<readonly TreeEntry[]> {
    return this.objects.tree(id);
  }

  smallTrees(ids: readonly string[], most: number): Promise<ReadonlyMap<string, readonly TreeEntry[]>> {
    return this.objects.smallTrees(ids, most);
  }

  /** The paths of the first `most` files at and below a tree, in git's order. Ends early where a tree holds little but folders. */
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

  /** Null when the object is none; the content of one larger than `most` bytes is left out. */
  async blob(
    id: string,
    most?: number,
  ): Promise<{ readonly id: string; readonly size: number; readonly content: Buffer } | null> {
    const object = await this.objects.find(id, most);
    return object?.type === 'blob' ? object : null;
  }

  /** A blob that is read piece by piece; the last question of a session. */
  async openBlob(id: string): Promise<OpenObject | null> {
    const object = await this.objects.open(id);
    return object?.type === 'blob' ? object : null;
  }

  /** The content of a file at a commit; null when there is none. */
  async fileAt(commit: Commit, path: string): Promise<Buffer | null> {
    const entry = await this.entryAt(commit, path);
    const blob = entry?.type === 'blob' ? await this.blob(entry.id) : null;
    return blob?.content ?? null;
  }
}
