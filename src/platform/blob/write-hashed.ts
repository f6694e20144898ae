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

/** Passes the whole source through the hashes and into the writer; returns its size. Throws the source's error. */
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

/**
 * Prevents the source from being destroyed when the loop over it ends early: the refusal still has to be sent on the
 * request's connection.
 */
export function borrowed(source: ByteSource): ByteSource {
  return source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
}

/** Completes a write, or leaves nothing of it. */
export async function writing<T>(writer: BlobWriter, fill: (to: BlobWriter) => Promise<T>): Promise<T> {
  try {
    return await fill(writer);
  } catch (error) {
    await writer.discard().catch(() => undefined); // the first failure is the one to report; clearLeftovers removes the rest
    throw error;
  }
}

/** Returns a unique name that cannot be guessed. */
export function randomId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}
