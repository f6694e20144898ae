import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { hasCode, syncDirectory } from '../../platform/blob/filesystem/durable.js';
import { CommandFailed } from '../../platform/cli/command-failed.js';
import { makeConfiguredDirectory } from '../../platform/config/make-configured-directory.js';
import { CHECKSUM_LIST, checksumLine } from './checksum-list.js';
import { copyInto, sha256Of } from './file-digest.js';
import { removeTree } from './remove-tree.js';
import { syncFileSystem } from './sync-file-system.js';

/**
 * Writes a backup under a temporary name and renames it when it is complete, so that an incomplete backup is never
 * used.
 */
export class BackupWriter {
  private files = 0;
  /** Set when writing has begun. */
  private list: WriteStream | undefined;

  private constructor(
    private readonly target: string,
    /** Directory of the files until {@link finish}. */
    readonly directory: string,
  ) {}

  /**
   * Throws {@link CommandFailed} when the target is not empty, or the backup could not be renamed to it. Another backup
   * to the same target may be running.
   */
  static async open(target: string): Promise<BackupWriter> {
    await requireFree(target);
    const directory = `${target}.incomplete`;
    await makeConfiguredDirectory('backup', directory, 0o700);
    return new BackupWriter(target, directory);
  }

  /** To be called while no other backup of the instance runs. Throws {@link CommandFailed} like {@link open}. */
  async begin(): Promise<void> {
    await requireFree(this.target); // another backup may have finished in the meantime
    await removeTree(this.directory); // left by an interrupted backup
    await makeConfiguredDirectory('backup', this.directory, 0o700);
    this.list = createWriteStream(path.join(this.directory, CHECKSUM_LIST), { mode: 0o600 });
    this.list.on('error', () => undefined); // thrown by the next write
  }

  pathOf(name: string): string {
    return path.join(this.directory, name);
  }

  /** Stores the bytes of a stream. */
  async write(name: string, bytes: Readable): Promise<void> {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await mkdir(path.dirname(this.pathOf(name)), { recursive: true, mode: 0o700 });
    await pipeline(bytes, hashing, createWriteStream(this.pathOf(name), { mode: 0o600, flags: 'wx' }));
    this.add(name, hash.digest('hex'));
  }

  /** Stores a copy of a file. */
  async copy(name: string, from: string): Promise<void> {
    await copyInto(from, this.pathOf(name));
    this.add(name, await sha256Of(this.pathOf(name)));
  }

  /** Returns the number of files. The backup is then on disk under its final name. */
  async finish(): Promise<number> {
    const { checksums } = this;
    checksums.end();
    await finished(checksums);
    await syncFileSystem(this.directory);
    await rename(this.directory, this.target); // onto an empty folder, or none
    await syncDirectory(path.dirname(this.target));
    return this.files;
  }

  /** Removes what this writer created. */
  async discard(): Promise<void> {
    if (!this.list) {
      await rmdir(this.directory).catch(() => undefined); // its contents belong to another backup
      return;
    }
    this.list.destroy();
    await removeTree(this.directory);
  }

  private get checksums(): WriteStream {
    if (!this.list) {
      throw new Error('The backup has not begun.');
    }
    if (this.list.errored) {
      throw this.list.errored;
    }
    return this.list;
  }

  private add(name: string, sha256: string): void {
    this.checksums.write(checksumLine({ name, sha256 }));
    this.files += 1;
  }
}

const isLink = (target: string): Promise<boolean> =>
  lstat(target).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

async function requireFree(target: string): Promise<void> {
  if (await isLink(target)) {
    throw new CommandFailed(`${target} is a link: choose a folder that does not exist yet.`);
  }
  const entries = await readdir(target).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) {
      return [];
    }
    throw new CommandFailed(`${target} is no folder that can be used: choose another one.`);
  });
  if (entries.length > 0) {
    throw new CommandFailed(`${target} is not empty: choose a folder that does not exist yet.`);
  }
}
