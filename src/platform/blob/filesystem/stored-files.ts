import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobTree } from './blob-tree.js';
import { namesIn } from './directory-entries.js';
import { hasCode } from './durable.js';
import { sizeOfObject } from './file-reader.js';

/** The files of a filesystem store: an object is one file, or several in a directory named by its key. */
export class StoredFiles {
  private readonly tree: BlobTree;

  constructor(directory: string) {
    this.tree = new BlobTree(directory);
  }

  /** Directory of the objects; the names below it are the same in every store. */
  get directory(): string {
    return this.tree.objects;
  }

  /** Yields the files of all finished objects, relative to {@link directory}, one object at a time. */
  async *list(): AsyncGenerator<readonly string[]> {
    for await (const shard of namesIn(this.tree.objects)) {
      for await (const key of namesIn(join(this.tree.objects, shard))) {
        yield (await piecesOf(this.tree.object(key))).map((piece) => join(shard, key, piece));
      }
    }
  }

  /** Returns the size of an object in bytes; null when there is none. */
  size(key: string): Promise<number | null> {
    return sizeOfObject(this.tree.object(key));
  }
}

/** `['']` for an object that is one file. */
async function piecesOf(object: string): Promise<readonly string[]> {
  try {
    const pieces: string[] = [];
    for await (const { name } of await opendir(object)) {
      pieces.push(name);
    }
    return pieces;
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) {
      return [''];
    }
    throw error;
  }
}
