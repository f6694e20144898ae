import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ByteRange, OpenBlob } from '../../src/platform/blob/blob-store.js';

export const MIB = 1024 * 1024;

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

/** The bytes as the store reads them and as it sends them; throws when the two differ. */
export async function contentOf(store: BlobStore, key: string, range?: ByteRange): Promise<Buffer> {
  const read = await buffer(await store.get(key, range));
  const sent = await sentBy(await store.open(key, { range }));
  if (!sent.equals(read)) {
    throw new Error(`sent ${sent.length} bytes of ${key} that are not the ${read.length} read`);
  }
  return read;
}

/** What arrives at a stream that is slow to take it. */
export async function sentBy(opened: OpenBlob): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const into = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      setImmediate(() => {
        chunks.push(Buffer.from(chunk)); // the sender uses its memory again
        done();
      });
    },
  });
  await opened.sendTo(into);
  into.end();
  await finished(into);
  return Buffer.concat(chunks);
}

export async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) {
    list.push(item);
  }
  return list;
}
