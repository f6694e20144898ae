import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobDriver, BlobWriter, DriverEntry, JoinedPart } from '../blob-driver.js';
import type { ByteRange, OpenBlob } from '../blob-store.js';
import { BlobTree } from './blob-tree.js';
import { entriesIn, namesIn } from './directory-entries.js';
import { hasCode, inDirectory, makeDirectory } from './durable.js';
import { openObject, readObject, sizeOfObject } from './file-reader.js';
import { FileWriter } from './file-writer.js';
import { joinFiles } from './joined-files.js';

/**
 * Objects as files below one directory. Only finished ones have a key: everything else is in `unfinished`, and a rename
 * moves it from there.
 */
export class FilesystemDriver implements BlobDriver {
  private readonly tree: BlobTree;

  constructor(directory: string) {
    this.tree = new BlobTree(directory);
  }

  writer(key: string): Promise<BlobWriter> {
    return FileWriter.open(this.tree, key);
  }

  read(key: string, range?: ByteRange): Promise<Readable> {
    return readObject(this.tree.object(key), key, range);
  }

  open(key: string, range?: ByteRange, size?: number): Promise<OpenBlob> {
    return openObject(this.tree.object(key), key, range, size);
  }

  size(key: string): Promise<number | null> {
    return sizeOfObject(this.tree.object(key));
  }

  /** A joined object is renamed before it is removed, so that it is never read partially. */
  async remove(key: string): Promise<void> {
    const removed = this.tree.passing(key);
    await makeDirectory(this.tree.unfinished);
    try {
      await rename(this.tree.object(key), removed);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return;
      }
      throw error;
    }
    await rm(removed, { recursive: true, force: true });
  }

  join(key: string, parts: readonly JoinedPart[]): Promise<void> {
    return joinFiles(this.tree, key, parts);
  }

  async *entries(): AsyncIterable<DriverEntry> {
    for await (const shard of namesIn(this.tree.objects)) {
      yield* entriesIn(join(this.tree.objects, shard));
    }
  }

  async clearLeftovers(olderThan: Date): Promise<number> {
    let cleared = 0;
    for await (const { key: name, modifiedAt } of entriesIn(this.tree.unfinished)) {
      if (modifiedAt < olderThan) {
        await rm(join(this.tree.unfinished, name), { recursive: true, force: true });
        cleared += 1;
      }
    }
    return cleared;
  }

  async probe(): Promise<void> {
    const path = this.tree.passing('probe');
    try {
      await inDirectory(this.tree.unfinished, () => writeFile(path, 'probe'));
    } finally {
      await rm(path, { force: true }); // it also exists when there was no space for its content
    }
  }
}
