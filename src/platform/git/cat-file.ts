import { payloadTooLarge } from '../../common/errors/catalogue.js';
import { ByteReader } from './byte-reader.js';
import type { GitChild } from './git-child.js';
import { lacksMemory } from './git-directory.js';
import { parseTree } from './tree-object.js';
import type { TreeEntry } from './tree-object.js';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly size: number;
  /** Empty when the object is larger than the requested limit. */
  readonly content: Buffer;
}

/** An object whose content is read piece by piece; it must be read before anything else is requested. */
export interface OpenObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly size: number;
  readonly pieces: AsyncGenerator<Buffer>;
}

/** Larger objects are never held in memory as a whole. */
export const MOST_HELD = 64 * 1024 * 1024;

/** Other answers repeat the requested name and say that it is missing or ambiguous. */
const FOUND = /^([0-9a-f]{40,64}) ([a-z]+) ([0-9]+)$/;

const isObjectType = (word: string | undefined): word is ObjectType =>
  word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag';

/**
 * Reads objects of a repository by id or full ref name from one `cat-file --batch`. Objects never change, so caches
 * never become stale.
 */
export class CatFile {
  private readonly answers: ByteReader;
  private atRest = true;

  constructor(private readonly child: GitChild) {
    this.answers = new ByteReader(child.stdout);
  }

  /** Whether all requested objects have been read, so that the child can be reused. */
  get isAtRest(): boolean {
    return this.atRest;
  }

  /**
   * Returns the object with this name: an id, an abbreviated one, or a full ref name, with `^{commit}` to peel a tag.
   * Null when it is missing or ambiguous. The content of an object larger than `most` bytes is left out.
   */
  find(name: string, most = MOST_HELD): Promise<GitObject | null> {
    return this.reading(() => this.readUpTo(name, most));
  }

  private async readUpTo(name: string, most: number): Promise<GitObject | null> {
    const head = await this.ask(name);
    if (!head) {
      return null;
    }
    const isHeld = head.size <= most;
    const content = isHeld ? await this.answers.bytes(head.size) : Buffer.alloc(0);
    await this.answers.skip((isHeld ? 0 : head.size) + 1);
    this.atRest = true;
    return { ...head, content };
  }

  /** Like {@link find}, but returns only the first `most` bytes of the content. */
  begin(name: string, most: number): Promise<GitObject | null> {
    return this.reading(() => this.readBeginning(name, most));
  }

  private async readBeginning(name: string, most: number): Promise<GitObject | null> {
    const head = await this.ask(name);
    if (!head) {
      return null;
    }
    const held = Math.min(head.size, most);
    const content = await this.answers.bytes(held);
    await this.answers.skip(head.size - held + 1);
    this.atRest = true;
    return { ...head, content };
  }

  /**
   * Like {@link find}, with the content to be read piece by piece. Unless it is read to its end, nothing else can be
   * requested afterwards.
   */
  async open(name: string): Promise<OpenObject | null> {
    const head = await this.reading(() => this.ask(name));
    return head && { ...head, pieces: this.piecesOf(head) };
  }

  /** Throws 413 when git runs out of memory for an object: it holds all objects but plain blobs as a whole. */
  private async reading<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.child.ended.catch(() => null); // by then its error output is complete
      throw lacksMemory(this.child.stderr) ? payloadTooLarge() : error;
    }
  }

  private async *piecesOf({ size }: Pick<OpenObject, 'size'>): AsyncGenerator<Buffer> {
    yield* this.answers.pieces(size);
    await this.answers.skip(1);
    this.atRest = true;
  }

  private ask(name: string): Promise<Omit<GitObject, 'content'> | null> {
    if (name.includes('\n')) {
      return Promise.resolve(null);
    }
    this.atRest = false;
    this.child.stdin.write(`${name}\n`);
    return this.head();
  }

  private async head(): Promise<Omit<GitObject, 'content'> | null> {
    const head = await this.answers.line();
    if (head === null) {
      throw new Error(`cat-file ended: ${this.child.stderr}`);
    }
    const [, id = '', type, size] = FOUND.exec(head) ?? [];
    if (isObjectType(type)) {
      return { id, type, size: Number(size) };
    }
    this.atRest = true;
    return null;
  }

  /**
   * Returns the entries of the trees that are no larger than `most` bytes, by id. All trees are requested at once, so
   * that there is only one wait.
   */
  async smallTrees(ids: readonly string[], most: number): Promise<ReadonlyMap<string, readonly TreeEntry[]>> {
    const trees = new Map<string, readonly TreeEntry[]>();
    this.child.stdin.write(ids.map((id) => `${id}\n`).join(''));
    for (const id of ids) {
      this.atRest = false;
      const head = await this.head();
      const isHeld = head?.type === 'tree' && head.size <= most;
      const content = isHeld ? await this.answers.bytes(head.size) : null;
      await (head && this.answers.skip((isHeld ? 0 : head.size) + 1));
      if (content) {
        trees.set(id, await parseTree(content));
      }
    }
    this.atRest = true;
    return trees;
  }
}
