import { randomBytes } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BlobWriter } from './blob-driver.js';
import { BlobTooLargeError } from './blob-errors.js';
import type { ByteSource } from './blob-store.js';

const ID_BYTES = 16;

export interface HashedWriting {
  readonly hashes?: Iterable<Hash>;
  readonly maxBytes?: number;
  readonly into?: Pick<BlobWriter, 'write'>;
}

/** Sends the whole source through the hashes and into the writer; answers its size. Throws the source's error. */
export async function writeHashed(
  source: ByteSource,
  { hashes = [], maxBytes = Infinity, into }: HashedWriting,
): Promise<number> {
  const watching = [...hashes];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new BlobTooLargeError(maxBytes);
    }
    watching.forEach((hash) => hash.update(chunk));
    await into?.write(chunk);
  }
  return size;
}

/** A source that is left alone when the loop over it ends early: a request still has to carry the refusal. */
export function borrowed(source: ByteSource): ByteSource {
  return source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
}

/** Runs a write to its end, or leaves nothing of it. */
export async function writing<T>(writer: BlobWriter, fill: (to: BlobWriter) => Promise<T>): Promise<T> {
  try {
    return await fill(writer);
  } catch (error) {
    await writer.discard().catch(() => undefined); // the first failure is the one to tell; clearLeftovers finds the rest
    throw error;
  }
}

/** A name that nobody else has or can guess. */
export function randomId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}
