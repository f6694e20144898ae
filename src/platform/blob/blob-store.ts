import type { Readable, Writable } from 'node:stream';

/** Bytes to be stored: a request, a file, or `[buffer]`. The store never destroys a stream. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type DigestAlgorithm = 'sha256' | 'sha512' | 'sha1' | 'md5';

/** A durable and readable object; digests are lower-case hex. */
export interface StoredObject<A extends DigestAlgorithm = never> {
  readonly key: string;
  readonly size: number;
  readonly digests: Readonly<Record<A, string>>;
}

export interface WriteLimit {
  /** A longer write fails with `BlobTooLargeError` and leaves nothing behind. */
  readonly maxBytes?: number;
}

/** Bytes `start` to `end`, inclusive. Without `end`, or when it lies beyond the object, to the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * The range to send, and the object's expected size if it is known: an object of another size is refused, since its
 * answer would not have the promised length. Small objects of known size are cached in memory.
 */
export interface SendOptions {
  readonly range?: ByteRange;
  readonly size?: number;
}

export interface StagedPart {
  readonly id: string;
  readonly size: number;
}

/**
 * The complete state of an open upload: plain JSON for a column. Any process that has the value can continue the
 * upload. Only the bytes of the value that the caller keeps count: an append whose result is discarded has no effect.
 */
export interface StagedUpload {
  readonly ref: string;
  /** Bytes so far, which is the offset of the next append. */
  readonly size: number;
  readonly parts: readonly StagedPart[];
}

export interface StoredKey {
  readonly key: string;
  readonly modifiedAt: Date;
  /** The `ref` of the upload that the bytes belong to; null for those of `put`. */
  readonly uploadRef: string | null;
}

/** An open object: it can no longer be refused. It must be sent, or its file stays open. */
export interface OpenBlob {
  /**
   * Writes the bytes into the stream, which is left open; faster than a stream of chunks, because the memory between
   * disk and socket is reused. Rejects when the stream closes earlier.
   */
  sendTo(into: Writable): Promise<void>;
}

/**
 * Bytes by random key, each key written once (contract: core §1.1 BLOB_STORE, registry §7). While a backup runs nothing
 * is removed: deleted, settled or aborted objects then have no row and are removed by the orphan sweep.
 */
export abstract class BlobStore {
  /** Stores the source under a new key. If the source fails, nothing is stored and its error is thrown. */
  abstract put<A extends DigestAlgorithm>(
    source: ByteSource,
    digests: readonly A[],
    limit?: WriteLimit,
  ): Promise<StoredObject<A>>;

  /**
   * Returns the bytes as a stream. Throws `BlobMissingError`, and `BlobRangeError` for a range that begins beyond the
   * end.
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * Opens the bytes for sending them into an existing stream. Throws as `get`, and `BlobMissingError` for another size.
   */
  abstract open(key: string, options?: SendOptions): Promise<OpenBlob>;

  /** Returns the size in bytes; null when there is no such object. */
  abstract size(key: string): Promise<number | null>;

  /** Safe to repeat. */
  abstract delete(key: string): Promise<void>;

  /**
   * Yields all objects, including staged bytes, that have not changed since, for the orphan sweep. The sweep keeps keys
   * with a row, and keys whose `uploadRef` has a row (contract: registry §7).
   */
  abstract keys(olderThan: Date): AsyncIterable<StoredKey>;

  /** Removes incomplete writes of processes that died; returns their number. */
  abstract clearLeftovers(olderThan: Date): Promise<number>;

  /** Throws when bytes cannot be stored now. */
  abstract probe(): Promise<void>;

  /** Returns a new, empty upload. Nothing is stored yet. */
  abstract beginUpload(): StagedUpload;

  /**
   * Appends the source to the upload and returns the resulting upload; the given one stays unchanged. If the source
   * fails, nothing is appended and its error is thrown. Two appends to one value do not affect each other: each returns
   * its own upload, and only the one that the caller keeps counts.
   */
  abstract append(upload: StagedUpload, source: ByteSource, limit?: WriteLimit): Promise<StagedUpload>;

  /**
   * Turns the upload into one object, if possible without transferring its bytes through this process. Safe to repeat
   * until `settle` or `abort`: the same upload gives the same key. The sha256 is usually known by then; other digests
   * need the bytes to be read again. Throws `BlobMissingError` when staged bytes are gone.
   */
  abstract finish<A extends DigestAlgorithm>(upload: StagedUpload, digests: readonly A[]): Promise<StoredObject<A>>;

  /**
   * Removes the staged bytes that the finished object does not need. To be called when the object's row is committed.
   */
  abstract settle(upload: StagedUpload): Promise<void>;

  /** Removes the staged bytes, and the object that `finish` made of them. Safe to repeat. */
  abstract abort(upload: StagedUpload): Promise<void>;
}
