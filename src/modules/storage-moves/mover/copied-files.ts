import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { syncDirectory } from '../../../platform/blob/filesystem/durable.js';
import type { RepositoryFiles } from '../../../platform/git/repository-files.js';
import type { CopyPace } from './copy-pace.js';
import type { SourceFile } from './source-files.js';
import { REPOSITORY_DIRECTORIES } from '../../../platform/git/git-directory.js';

/** Number of files copied in parallel: one per thread that performs file operations. */
const AT_ONCE = 4;
const CHUNK_BYTES = 1024 * 1024;
const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
const PACK_TRAILER_BYTES = 20;

/** Files to copy into a directory that does not exist yet. */
export interface FileCopy {
  readonly directory: string;
  readonly files: readonly SourceFile[];
  /** Directories to create, each after its parent. */
  readonly directories: readonly string[];
  /** Directories that contain something. */
  readonly entered: readonly string[];
}

/** A file that was written, with the digest of the bytes that were read. */
export interface CopiedFile {
  readonly relativePath: string;
  readonly sha256: string;
  /** False for a pack whose trailing digest does not match the bytes before it. */
  readonly isWhole: boolean;
}

/** Returns the directories of a repository with these files, each after its parent. */
function directoriesOf(files: readonly SourceFile[]): readonly string[] {
  const found = new Set(['.']);
  const add = (directory: string): void => {
    if (!found.has(directory)) {
      add(path.posix.dirname(directory));
      found.add(directory);
    }
  };
  REPOSITORY_DIRECTORIES.forEach(add);
  files.forEach(({ relativePath }) => {
    add(path.posix.dirname(relativePath));
  });
  return [...found];
}

/** Returns everything that a copy of these files creates in a directory and finally flushes to disk. */
export function layoutOf(files: readonly SourceFile[], directory: string): FileCopy {
  const directories = directoriesOf(files);
  const entered = new Set(
    [...directories, ...files.map(({ relativePath }) => relativePath)].map((below) => path.posix.dirname(below)),
  );
  return { directory, files, directories, entered: [...entered] };
}

/** Copies files into a directory that it creates, and flushes everything to disk before it resolves. */
export async function copyFiles(
  { files, directory, directories, entered }: FileCopy,
  pace: CopyPace,
): Promise<readonly CopiedFile[]> {
  for (const below of directories) {
    await mkdir(path.join(directory, below), { recursive: true, mode: DIRECTORY_MODE });
  }
  const copied: CopiedFile[] = [];
  await inParallel(AT_ONCE, files, async (file) => {
    copied.push(await copyFile(file, directory, pace));
  });
  await inParallel(AT_ONCE, entered, (below) => syncDirectory(path.join(directory, below)));
  return copied;
}

async function copyFile(file: SourceFile, directory: string, pace: CopyPace): Promise<CopiedFile> {
  const target = path.join(directory, file.relativePath);
  const source = await open(file.from, 'r');
  try {
    const written = await open(target, 'wx', FILE_MODE);
    try {
      return { relativePath: file.relativePath, ...(await copyBytes(source, written, file, pace)) };
    } finally {
      await written.close();
    }
  } finally {
    await source.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

async function copyBytes(source: Handle, target: Handle, { relativePath, size }: SourceFile, pace: CopyPace) {
  const whole = createHash('sha256');
  const trailer = new PackTrailer(relativePath.endsWith('.pack') ? size : 0);
  const buffer = bufferFor(size);
  for (let position = 0, isOver = false; !isOver;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, position);
    const chunk = buffer.subarray(0, bytesRead);
    whole.update(chunk);
    trailer.update(chunk);
    await target.write(chunk);
    position += bytesRead;
    isOver = bytesRead === 0 || (position >= size && bytesRead < buffer.length);
    await pace.copied(bytesRead);
  }
  await target.datasync();
  return { sha256: whole.digest('hex'), isWhole: trailer.isRight };
}

/** Has one byte more than a small file, so that a short read indicates the end of the file. */
const bufferFor = (size: number): Buffer => Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));

/** Compares the trailing digest of a pack with the bytes before it. */
class PackTrailer {
  private readonly hash = createHash('sha1');
  private readonly closing: Buffer[] = [];
  private left: number;
  private readonly isPack: boolean;

  constructor(size: number) {
    this.isPack = size > 0;
    this.left = Math.max(size - PACK_TRAILER_BYTES, 0);
  }

  update(chunk: Buffer): void {
    if (!this.isPack) {
      return;
    }
    const body = chunk.subarray(0, this.left);
    this.hash.update(body);
    this.left -= body.length;
    if (body.length < chunk.length) {
      this.closing.push(Buffer.from(chunk.subarray(body.length)));
    }
  }

  get isRight(): boolean {
    return !this.isPack || this.hash.digest().equals(Buffer.concat(this.closing));
  }
}

/**
 * Returns the first file whose bytes on disk differ from those that were read; null if there is none. Files in
 * `readBack` are not read again.
 */
export async function findChanged(
  directory: string,
  copied: readonly CopiedFile[],
  readBack: RepositoryFiles | null,
): Promise<string | null> {
  const changed: string[] = [];
  await inParallel(AT_ONCE, copied, async ({ relativePath, sha256, isWhole }) => {
    const found = readBack
      ? sha256Of(readBack.get(relativePath) ?? Buffer.alloc(0))
      : await digestOf(path.join(directory, relativePath));
    if (!isWhole || found !== sha256) {
      changed.push(relativePath);
    }
  });
  return changed[0] ?? null;
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Returns the digest of a file as it is on disk now. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = bufferFor(size);
    for (let position = 0, isOver = false; !isOver;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
      isOver = bytesRead === 0 || (position >= size && bytesRead < buffer.length);
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
