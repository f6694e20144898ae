import type { Readable } from 'node:stream';
import type { ByteRange, OpenBlob } from './blob-store.js';

export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>;
  /** When this resolves, the bytes are durable and readable under the key, all at once. */
  commit(): Promise<void>;
  /** Ends the write and leaves nothing behind. */
  discard(): Promise<void>;
}

export interface DriverEntry {
  readonly key: string;
  readonly modifiedAt: Date;
}

/**
 * Storage of bytes. A driver treats keys as names of `[0-9a-f.]`, each of which is written only once. Hashing, limits
 * and the order of parts are implemented above it, once for all drivers.
 */
export interface BlobDriver {
  writer(key: string): Promise<BlobWriter>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Throws `BlobMissingError` also for an object that is longer or shorter than `size`. */
  open(key: string, range?: ByteRange, size?: number): Promise<OpenBlob>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Makes the parts, in this order, readable as one object; the parts are kept. Safe to repeat. */
  join(key: string, parts: readonly JoinedPart[]): Promise<void>;
  entries(): AsyncIterable<DriverEntry>;
  clearLeftovers(olderThan: Date): Promise<number>;
  probe(): Promise<void>;
}

export interface JoinedPart {
  readonly key: string;
  readonly size: number;
}
