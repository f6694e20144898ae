import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobMissingError } from '../blob-errors.js';
import type { ByteRange } from '../blob-store.js';
import { boundsOf, slicesOf } from '../byte-slices.js';
import { hasCode } from './durable.js';

const READ_BYTES = 1024 * 1024;

interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** The bytes of an object, be it one file or a directory of joined ones. Throws when there is none. */
export async function readObject(path: string, key: string, range?: ByteRange): Promise<Readable> {
  const file = await openObject(path, key);
  try {
    const stats = await file.stat();
    if (!stats.isDirectory()) {
      return readFile(file, boundsOf(key, stats.size, range));
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return readFiles(await filesIn(path), key, range);
}

/** Bytes of an object, null when there is none. */
export async function sizeOfObject(path: string): Promise<number | null> {
  try {
    const stats = await stat(path);
    return stats.isDirectory() ? totalSize(await filesIn(path)) : stats.size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return null;
    }
    throw error;
  }
}

async function openObject(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? new BlobMissingError(key) : error;
  }
}

function readFile(file: FileHandle, { start, end }: { readonly start: number; readonly end: number }): Readable {
  const length = { start, end: Math.max(start, end) }; // an empty file has no last byte to name
  return file.createReadStream({ ...length, highWaterMark: READ_BYTES });
}

function readFiles(files: readonly SizedFile[], key: string, range?: ByteRange): Readable {
  const { start, end } = boundsOf(key, totalSize(files), range);
  const slices = slicesOf(
    files.map(({ size }) => size),
    start,
    end,
  );
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (const { index, ...bounds } of slices) {
      yield* createReadStream(files[index]?.path ?? '', { ...bounds, highWaterMark: READ_BYTES });
    }
  };
  return Readable.from(chunks(), { objectMode: false, highWaterMark: READ_BYTES });
}

/** The files of a joined object in their order, which is that of their names. */
async function filesIn(directory: string): Promise<readonly SizedFile[]> {
  const names = (await readdir(directory)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ path: join(directory, name), size: (await stat(join(directory, name))).size })),
  );
}

function totalSize(files: readonly SizedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
