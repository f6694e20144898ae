import type { Readable, Writable } from 'node:stream';

/** Bytes on their way in: a request, a file, or `[buffer]`. A stream is never destroyed by the store. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type DigestAlgorithm = 'sha256' | 'sha512' | 'sha1' | 'md5';

/** An object that is durable and readable; digests are lower-case hex. */
export interface StoredObject<A extends DigestAlgorithm = never> {
  readonly key: string;
  readonly size: number;
  readonly digests: Readonly<Record<A, string>>;
}

export interface WriteLimit {
  /** A write of more bytes fails with `BlobTooLargeError` and leaves nothing behind. */
  readonly maxBytes?: number;
}

/** Bytes `start` to `end`, both counted; without `end`, or with one beyond the object, to its last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/**
 * What of an object is sent, and how large it is where that is known: one that is not is not sent, for its answer would
 * not have the length it promises, and small ones are kept in memory for the next reader.
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
 * All that is to know of an upload under way: plain JSON for a column. A process that has the value can go on from it,
 * in any process. The bytes that count are those of the value the caller keeps: an append whose answer is thrown away
 * never happened.
 */
export interface StagedUpload {
  readonly ref: string;
  /** Bytes so far: the offset of the next append. */
  readonly size: number;
  readonly parts: readonly StagedPart[];
}

export interface StoredKey {
  readonly key: string;
  readonly modifiedAt: Date;
  /** The `ref` of the upload these bytes came with, null for those of `put`. */
  readonly uploadRef: string | null;
}

/** An object whose bytes are at hand: there is nothing left to refuse. Its one reader sends them, or they stay open. */
export interface OpenBlob {
  /**
   * Writes the bytes into the stream, which is left open; faster than a stream of chunks, because the memory between
   * disk and socket is used again and again. Rejects when the stream closes before them.
   */
  sendTo(into: Writable): Promise<void>;
}

/**
 * Bytes by random key, each key written once (contract: core §1.1 BLOB_STORE, registry §7). While a backup runs nothing
 * is removed: what is deleted, settled or aborted then stays without a row until the orphan sweep.
 */
export abstract class BlobStore {
  /** Stores the source under a new key. A source that breaks leaves nothing and its error is thrown. */
  abstract put<A extends DigestAlgorithm>(
    source: ByteSource,
    digests: readonly A[],
    limit?: WriteLimit,
  ): Promise<StoredObject<A>>;

  /** The bytes as a stream. Throws `BlobMissingError`, and `BlobRangeError` for a range that begins beyond the end. */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /** The bytes for a client, in a stream that there is already. Throws as `get`, and `BlobMissingError` for another size. */
  abstract open(key: string, options?: SendOptions): Promise<OpenBlob>;

  /** Bytes, or null when there is no such object. */
  abstract size(key: string): Promise<number | null>;

  /** Safe to repeat. */
  abstract delete(key: string): Promise<void>;

  /**
   * Everything stored and not changed since, staged bytes too, for the orphan sweep. It keeps: keys with a row,
   * and keys whose `uploadRef` has a row (contract: registry §7).
   */
  abstract keys(olderThan: Date): AsyncIterable<StoredKey>;

  /** Removes what writes that died with their process left under no key; answers how many. */
  abstract clearLeftovers(olderThan: Date): Promise<number>;

  /** Throws when bytes can not be stored now. */
  abstract probe(): Promise<void>;

  /** A new, empty upload. Nothing is stored yet. */
  abstract beginUpload(): StagedUpload;

  /**
   * Adds the source behind the upload's bytes and answers the upload that has them; the one given stays as it was. A
   * source that breaks adds nothing and its error is thrown. Two appends to one value do not meet: each answers its own
   * upload, and only the one the caller keeps counts.
   */
  abstract append(upload: StagedUpload, source: ByteSource, limit?: WriteLimit): Promise<StagedUpload>;

  /**
   * Makes the upload one object, without moving its bytes through this process wherever that is possible. Safe to
   * repeat until `settle` or `abort`: the same upload gives the same key. sha256 is known by then in most cases, other
   * digests read the bytes again. Throws `BlobMissingError` when staged bytes are gone.
   */
  abstract finish<A extends DigestAlgorithm>(upload: StagedUpload, digests: readonly A[]): Promise<StoredObject<A>>;

  /** Removes the staged bytes that the finished object does not need. Call it when the object's row is committed. */
  abstract settle(upload: StagedUpload): Promise<void>;

  /** Removes the staged bytes, and the object that `finish` made of them. Safe to repeat. */
  abstract abort(upload: StagedUpload): Promise<void>;
}
