import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobTree } from './blob-tree.js';
import { namesIn } from './directory-entries.js';
import { hasCode } from './durable.js';
import { sizeOfObject } from './file-reader.js';

/** A file store as its files: an object is one, or several in a directory that has its key. */
export class StoredFiles {
  private readonly tree: BlobTree;

  constructor(directory: string) {
    this.tree = new BlobTree(directory);
  }

  /** Where the objects lie; what is below has the same names in every store. */
  get directory(): string {
    return this.tree.objects;
  }

  /** The files of all finished objects, relative to {@link directory}, an object at a time. */
  async *list(): AsyncGenerator<readonly string[]> {
    for await (const shard of namesIn(this.tree.objects)) {
      for await (const key of namesIn(join(this.tree.objects, shard))) {
        yield (await piecesOf(this.tree.object(key))).map((piece) => join(shard, key, piece));
      }
    }
  }

  /** Bytes of an object, null when there is none. */
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
