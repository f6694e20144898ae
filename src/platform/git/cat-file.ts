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
  /** Nothing when the object is larger than what was asked to be held. */
  readonly content: Buffer;
}

/** An object whose content is read piece by piece, before anything else is asked. */
export interface OpenObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly size: number;
  readonly pieces: AsyncGenerator<Buffer>;
}

/** Objects beyond it are never held in memory as a whole. */
export const MOST_HELD = 64 * 1024 * 1024;

/** Anything else says that it is missing or ambiguous, after the name as it was asked. */
const FOUND = /^([0-9a-f]{40,64}) ([a-z]+) ([0-9]+)$/;

const isObjectType = (word: string | undefined): word is ObjectType =>
  word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag';

/**
 * Objects of a repository by id or full name, read from one `cat-file --batch`; what is never changes, so no cache
 * ages.
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
   * The object of that name: an id, an abbreviated one, or a full reference name, with `^{commit}` where a tag is to be
   * peeled. Null when it is missing or ambiguous. The content of one larger than `most` bytes is left out.
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

  /** As {@link find}, with no more than the first `most` bytes of the content. */
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

  /** The same, to be read piece by piece; unless it is read to its end, nothing else can be asked afterwards. */
  async open(name: string): Promise<OpenObject | null> {
    const head = await this.reading(() => this.ask(name));
    return head && { ...head, pieces: this.piecesOf(head) };
  }

  /** Throws 413 where git has no room for an object: it holds all but plain contents as a whole. */
  private async reading<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.child.ended.catch(() => null); // all that it says has come then
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
   * Entries of those of the trees that are no larger than `most` bytes, by id: asked for at once, to wait only once.
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
