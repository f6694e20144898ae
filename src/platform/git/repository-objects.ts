import { payloadTooLarge } from '../../common/errors/catalogue.js';
import { MOST_HELD } from './cat-file.js';
import type { CatFile, GitObject, OpenObject } from './cat-file.js';
import { findLoose } from './loose-objects.js';
import type { RecentObjects } from './recent-objects.js';
import { LARGE_TREE_BYTES } from './large-trees.js';
import type { LargeTreeTurn } from './large-trees.js';
import { findInTree, nameKey, parseTree } from './tree-object.js';
import type { TreeEntry } from './tree-object.js';

/**
 * Objects of a repository, for one reading. Loose objects, which include all new ones, are read from their files; a git
 * child for the rest is only acquired when needed. Small commits and trees are cached for the next reading.
 */
export class RepositoryObjects {
  /** `directory` is null when only the child has access to the objects. */
  constructor(
    private readonly directory: string | null,
    private readonly child: () => Promise<CatFile>,
    private readonly recent: RecentObjects,
    private readonly largeTrees: LargeTreeTurn,
  ) {}

  /**
   * Returns the object with this name: an id, an abbreviated one, or a full ref name, with `^{commit}` to peel a tag.
   * Null when it is missing or ambiguous. The content of an object larger than `most` bytes is left out.
   */
  async find(name: string, most = MOST_HELD): Promise<GitObject | null> {
    const loose = await this.findLoose(name);
    if (loose) {
      return loose.size > most ? { ...loose, content: Buffer.alloc(0) } : loose;
    }
    return this.noted(await (await this.child()).find(name, most));
  }

  /** Like {@link find}, but returns only the first `most` bytes of the content. */
  async begin(name: string, most: number): Promise<GitObject | null> {
    const loose = await this.findLoose(name);
    if (loose) {
      return { ...loose, content: loose.content.subarray(0, most) };
    }
    return this.noted(await (await this.child()).begin(name, most));
  }

  /**
   * Like {@link find}, with the content to be read piece by piece. Unless it is read to its end, nothing else can be
   * requested afterwards.
   */
  async open(name: string): Promise<OpenObject | null> {
    const loose = await this.findLoose(name);
    return loose ? { ...loose, pieces: piecesOf(loose.content) } : (await this.child()).open(name);
  }

  /**
   * Returns the entries of a tree in git's order; none when the object is not a tree. Throws 413 for a tree that is too
   * large to be held, 503 when too many large ones are held already.
   */
  async tree(id: string): Promise<readonly TreeEntry[]> {
    const first = await this.find(id, LARGE_TREE_BYTES);
    if (first && first.size > LARGE_TREE_BYTES) {
      await this.largeTrees.take(); // also before its bytes are held
      const content = await this.treeContent(id);
      return content ? parseTree(content) : [];
    }
    return first?.type === 'tree' ? parseTree(first.content) : [];
  }

  /**
   * Returns the entries of the trees that are no larger than `most` bytes, by id. All trees are requested at once, so
   * that there is only one wait.
   */
  async smallTrees(ids: readonly string[], most: number): Promise<ReadonlyMap<string, readonly TreeEntry[]>> {
    return ids.length === 0 ? new Map() : (await this.child()).smallTrees(ids, most);
  }

  /** Returns the entry at `path` below a tree; null when there is none. */
  async entryAt(treeId: string, path: string): Promise<TreeEntry | null> {
    const keys = nameKey(path).split('/');
    let content = await this.treeContent(treeId);
    for (const [depth, wanted] of keys.entries()) {
      const entry = content && (await findInTree(content, wanted));
      if (!entry || depth === keys.length - 1) {
        return entry;
      }
      content = entry.type === 'tree' ? await this.treeContent(entry.id) : null;
    }
    return null;
  }

  /** Null when the object is not a tree. Throws 413. */
  private async treeContent(id: string): Promise<Buffer | null> {
    const object = await this.find(id);
    if (object && object.size > MOST_HELD) {
      throw payloadTooLarge();
    }
    return object?.type === 'tree' ? object.content : null;
  }

  private async findLoose(name: string): Promise<GitObject | null> {
    return this.directory === null ? null : findLoose(this.directory, name, this.recent);
  }

  private noted(object: GitObject | null): GitObject | null {
    if (object && this.directory !== null && object.content.length === object.size) {
      this.recent.note(this.directory, object);
    }
    return object;
  }
}

/** Yields content in the form in which a child sends it. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}
