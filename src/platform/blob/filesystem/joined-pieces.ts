import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from '../blob-store.js';
import { boundsOf, slicesOf } from '../byte-slices.js';

/** Bytes `start` to `end`, inclusive; for an empty file `end` precedes `start`. */
export interface FileBounds {
  readonly start: number;
  readonly end: number;
}

export interface FilePiece extends FileBounds {
  readonly path: string;
}

interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** Returns the files of a joined object in order, which is that of their names. */
export async function filesIn(directory: string): Promise<readonly SizedFile[]> {
  const names = (await readdir(directory)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ path: join(directory, name), size: (await stat(join(directory, name))).size })),
  );
}

/** In bytes. */
export function totalSize(files: readonly SizedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the pieces of the files that make up the requested bytes. Throws `BlobRangeError`. */
export function piecesOf(files: readonly SizedFile[], key: string, range?: ByteRange): readonly FilePiece[] {
  const { start, end } = boundsOf(key, totalSize(files), range);
  const sizes = files.map(({ size }) => size);
  return slicesOf(sizes, start, end).map(({ index, ...bounds }) => ({ ...bounds, path: files[index]?.path ?? '' }));
}
