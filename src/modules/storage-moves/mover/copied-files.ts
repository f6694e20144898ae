import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { syncDirectory } from '../../../platform/blob/filesystem/durable.js';
import type { RepositoryFiles } from '../../../platform/git/repository-files.js';
import type { CopyPace } from './copy-pace.js';
import type { SourceFile } from './source-files.js';
import { REPOSITORY_DIRECTORIES } from '../../../platform/git/git-directory.js';

/** As many files at the same time as there are threads for them. */
const AT_ONCE = 4;
const CHUNK_BYTES = 1024 * 1024;
const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
const PACK_TRAILER_BYTES = 20;

/** Files to be copied into a directory that does not exist yet. */
export interface FileCopy {
  readonly directory: string;
  readonly files: readonly SourceFile[];
  /** Those to be made, each behind the one that it lies in. */
  readonly directories: readonly string[];
  /** Those that hold something. */
  readonly entered: readonly string[];
}

/** A file that was written, with the digest of the bytes that were read for it. */
export interface CopiedFile {
  readonly relativePath: string;
  readonly sha256: string;
  /** A pack ends with the digest of what stands before: false where it does not. */
  readonly isWhole: boolean;
}

/** The directories of a repository with these files; each stands behind the one that it lies in. */
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

/** What a copy of these files into a directory makes, and has to be on the disk at its end. */
export function layoutOf(files: readonly SourceFile[], directory: string): FileCopy {
  const directories = directoriesOf(files);
  const entered = new Set(
    [...directories, ...files.map(({ relativePath }) => relativePath)].map((below) => path.posix.dirname(below)),
  );
  return { directory, files, directories, entered: [...entered] };
}

/** Copies files into a directory that it makes, and has all of it on the disk before it answers. */
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

/** One byte more than a small file has: what is read short of it was the end. */
const bufferFor = (size: number): Buffer => Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));

/** Compares what closes a pack with what stands before it. */
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
 * Answers the first file whose bytes on the disk are not those that were read for it; null where there is none. What was
 * read back already is not read again.
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

/** The digest of a file as it lies on the disk now. */
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
