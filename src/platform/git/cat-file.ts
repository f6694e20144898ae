import { ByteReader } from './byte-reader.js';
import type { GitChild } from './git-child.js';
import { parseTree } from './tree-object.js';
import type { TreeEntry } from './tree-object.js';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

const isObjectType = (word: string | undefined): word is ObjectType =>
  word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag';

/** Objects of a repository by id or full name, read from one `cat-file --batch`; what is never changes, so no cache ages. */
export class CatFile {
  private readonly answers: ByteReader;

  constructor(private readonly child: GitChild) {
    this.answers = new ByteReader(child.stdout);
  }

  /**
   * The object of that name: an id, an abbreviated one, or a full reference name, with `^{commit}` where a tag is to be
   * peeled. Null when it is missing or ambiguous.
   */
  async find(name: string): Promise<GitObject | null> {
    if (name.includes('\n')) {
      return null;
    }
    this.child.stdin.write(`${name}\n`);
    const head = await this.answers.line();
    if (head === null) {
      throw new Error(`cat-file ended: ${this.child.stderr}`);
    }
    const [id = '', type, size] = head.split(' ');
    if (!isObjectType(type) || size === undefined) {
      return null;
    }
    const content = await this.answers.bytes(Number(size));
    await this.answers.bytes(1);
    return { id, type, content };
  }

  /** Entries of a tree in git's order; none when the object is no tree. */
  async tree(id: string): Promise<readonly TreeEntry[]> {
    const object = await this.find(id);
    return object?.type === 'tree' ? parseTree(object.content) : [];
  }

  /** What lies at `path` below a tree; null when nothing does. */
  async entryAt(treeId: string, path: string): Promise<TreeEntry | null> {
    const segments = path.split('/');
    let entries = await this.tree(treeId);
    for (const [depth, segment] of segments.entries()) {
      const entry = entries.find(({ name }) => name === segment);
      if (!entry || depth === segments.length - 1) {
        return entry ?? null;
      }
      entries = entry.type === 'tree' ? await this.tree(entry.id) : [];
    }
    return null;
  }
}
