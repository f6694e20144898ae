import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Batches } from '../batches.js';
import type { BlobWriter } from '../blob-driver.js';
import type { BlobTree } from './blob-tree.js';
import { inDirectory, syncDirectory, writeAll } from './durable.js';

const BATCH_BYTES = 1024 * 1024;

/** Writes a new file next to the objects and renames it to its key when it is completely on disk. */
export class FileWriter implements BlobWriter {
  private readonly batches: Batches;

  private constructor(
    private readonly tree: BlobTree,
    private readonly key: string,
    private readonly path: string,
    private readonly file: FileHandle,
  ) {
    this.batches = new Batches(
      () => BATCH_BYTES,
      (batch) => writeAll(file, batch),
    );
  }

  static async open(tree: BlobTree, key: string): Promise<FileWriter> {
    const path = tree.passing(key);
    const file = await inDirectory(tree.unfinished, () => open(path, 'wx', 0o600));
    return new FileWriter(tree, key, path, file);
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.batches.add(chunk);
  }

  async commit(): Promise<void> {
    await writeAll(this.file, await this.batches.rest());
    await this.file.sync();
    await this.file.close();
    await moveInto(this.tree, this.path, this.key);
  }

  async discard(): Promise<void> {
    await this.batches.stop();
    await this.file.close();
    await rm(this.path, { force: true });
  }
}

/** Moves a finished file or directory to its key, durably. */
export async function moveInto(tree: BlobTree, path: string, key: string): Promise<void> {
  const shard = tree.shardOf(key);
  await inDirectory(shard, () => rename(path, tree.object(key)));
  await syncDirectory(shard);
}
