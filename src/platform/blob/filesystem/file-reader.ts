import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BlobMissingError } from '../blob-errors.js';
import type { ByteRange, OpenBlob } from '../blob-store.js';
import { boundsOf, requireSize } from '../byte-slices.js';
import { hasCode } from './durable.js';
import { sendFile, sendPieces } from './file-sender.js';
import { filesIn, piecesOf, totalSize } from './joined-pieces.js';
import type { FileBounds, FilePiece } from './joined-pieces.js';

const READ_BYTES = 1024 * 1024;

/** Location of the requested bytes: the open file of an object, or pieces of several files. */
type Located =
  | { readonly file: FileHandle; readonly bounds: FileBounds }
  | { readonly file: null; readonly pieces: readonly FilePiece[] };

/** Returns the bytes of an object, which is one file or a directory of joined ones. Throws when there is none. */
export async function readObject(path: string, key: string, range?: ByteRange): Promise<Readable> {
  const located = await locate(path, key, range);
  return located.file ? readFile(located.file, located.bounds) : readPieces(located.pieces);
}

/** Opens the same bytes for sending; also throws for an object of another size. */
export async function openObject(path: string, key: string, range?: ByteRange, size?: number): Promise<OpenBlob> {
  const located = await locate(path, key, range, size);
  return {
    sendTo: (into) => (located.file ? sendFile(located.file, located.bounds, into) : sendPieces(located.pieces, into)),
  };
}

/** Returns the size of an object in bytes; null when there is none. */
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

async function locate(path: string, key: string, range?: ByteRange, size?: number): Promise<Located> {
  const file = await openFile(path, key);
  try {
    const stats = await file.stat();
    if (!stats.isDirectory()) {
      requireSize(key, stats.size, size);
      return { file, bounds: boundsOf(key, stats.size, range) };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  const files = await filesIn(path);
  requireSize(key, totalSize(files), size);
  return { file: null, pieces: piecesOf(files, key, range) };
}

async function openFile(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? new BlobMissingError(key) : error;
  }
}

function readFile(file: FileHandle, { start, end }: FileBounds): Readable {
  const length = { start, end: Math.max(start, end) }; // an empty file has no last byte
  return file.createReadStream({ ...length, highWaterMark: READ_BYTES });
}

function readPieces(pieces: readonly FilePiece[]): Readable {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (const { path, ...bounds } of pieces) {
      yield* createReadStream(path, { ...bounds, highWaterMark: READ_BYTES });
    }
  };
  return Readable.from(chunks(), { objectMode: false, highWaterMark: READ_BYTES });
}
