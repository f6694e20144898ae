import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ByteRange } from '../../../src/platform/blob/blob-store.js';

export const MIB = 1024 * 1024;

/** Content without repetition, so that misplaced bytes show. */
export function someBytes(size: number): Buffer {
  return randomBytes(size);
}

/** The content as it comes from a network: in pieces. */
export async function* inChunks(content: Buffer, chunkBytes = 64 * 1024): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += chunkBytes) {
    yield await Promise.resolve(content.subarray(start, start + chunkBytes));
  }
}

/** A source whose connection breaks after the content. */
export async function* breakingAfter(content: Buffer): AsyncGenerator<Buffer> {
  yield* inChunks(content);
  throw new Error('connection lost');
}

export function digest(content: Buffer, algorithm = 'sha256'): string {
  return createHash(algorithm).update(content).digest('hex');
}

export async function contentOf(store: BlobStore, key: string, range?: ByteRange): Promise<Buffer> {
  return buffer(await store.get(key, range));
}

export async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) {
    list.push(item);
  }
  return list;
}
