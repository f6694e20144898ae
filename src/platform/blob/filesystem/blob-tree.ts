import { join, resolve } from 'node:path';
import { randomId } from '../write-hashed.js';

const SHARD_LENGTH = 2;

/** Paths below the directory of a filesystem store, all in one file system, so that renames work. */
export class BlobTree {
  readonly objects: string;
  readonly unfinished: string;

  constructor(directory: string) {
    this.objects = join(resolve(directory), 'objects');
    this.unfinished = join(resolve(directory), 'unfinished');
  }

  /** 256 directories by the first digits of the key: keys are random, so they fill evenly. */
  shardOf(key: string): string {
    return join(this.objects, key.slice(0, SHARD_LENGTH));
  }

  object(key: string): string {
    return join(this.shardOf(key), key);
  }

  /** Returns a new temporary path for something that is being written or removed. */
  passing(key: string): string {
    return join(this.unfinished, `${key}-${randomId()}`);
  }
}
