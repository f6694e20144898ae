import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LruMap } from '../../common/cache/lru-map.js';
import { deleteAtOnce } from '../database/pausable-deletions.js';
import type { RunDeletion } from '../database/pausable-deletions.js';
import type { BlobDriver } from './blob-driver.js';
import { BlobMissingError, BlobRangeError } from './blob-errors.js';
import type {
  BlobStore,
  ByteRange,
  ByteSource,
  DigestAlgorithm,
  OpenBlob,
  SendOptions,
  StagedUpload,
  StoredKey,
  StoredObject,
  WriteLimit,
} from './blob-store.js';
import { boundsOf } from './byte-slices.js';
import { digestsFrom, startHashes } from './digests.js';
import { written } from './written.js';
import { borrowed, writeHashed, randomId, writing } from './write-hashed.js';
import { isKey, uploadRefOf } from './staged-parts.js';
import { StagedUploads } from './staged-uploads.js';

const LARGEST_KEPT = 64 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Approximate memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 200;

/**
 * The blob store on top of a driver: keys, hashing, limits and staged uploads, independent of where bytes are stored.
 */
export class DrivenBlobStore implements BlobStore {
  private readonly uploads: StagedUploads;
  /** Objects never change, so a cached one is valid as long as something refers to its key. */
  private readonly small = new LruMap<string, Buffer>(KEPT_BYTES, ({ length }) => length + ENTRY_BYTES);

  constructor(
    private readonly driver: BlobDriver,
    private readonly deletion: RunDeletion = deleteAtOnce,
  ) {
    this.uploads = new StagedUploads(driver, deletion);
  }

  async put<A extends DigestAlgorithm>(
    source: ByteSource,
    digests: readonly A[],
    { maxBytes }: WriteLimit = {},
  ): Promise<StoredObject<A>> {
    const key = randomId();
    const hashes = startHashes(digests);
    const size = await writing(await this.driver.writer(key), async (writer) => {
      const written = await writeHashed(borrowed(source), { hashes: hashes.values(), maxBytes, into: writer });
      await writer.commit();
      return written;
    });
    return { key, size, digests: digestsFrom(hashes, digests) };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (!isKey(key)) {
      throw new BlobMissingError(key);
    }
    return this.driver.read(key, range);
  }

  async open(key: string, { range, size }: SendOptions = {}): Promise<OpenBlob> {
    if (!isKey(key)) {
      throw new BlobMissingError(key);
    }
    try {
      return await this.opened(key, range, size);
    } catch (error) {
      const isTruncated = error instanceof BlobRangeError && size !== undefined && (range?.start ?? 0) < size;
      throw isTruncated ? new BlobMissingError(key, `is shorter than its ${size} bytes`) : error;
    }
  }

  async size(key: string): Promise<number | null> {
    return isKey(key) ? this.driver.size(key) : null;
  }

  async delete(key: string): Promise<void> {
    if (isKey(key)) {
      await this.deletion(() => this.driver.remove(key));
      this.small.delete(key);
    }
  }

  async *keys(olderThan: Date): AsyncIterable<StoredKey> {
    for await (const { key, modifiedAt } of this.driver.entries()) {
      if (modifiedAt < olderThan) {
        yield { key, modifiedAt, uploadRef: uploadRefOf(key) };
      }
    }
  }

  clearLeftovers(olderThan: Date): Promise<number> {
    return this.driver.clearLeftovers(olderThan);
  }

  probe(): Promise<void> {
    return this.driver.probe();
  }

  beginUpload(): StagedUpload {
    return { ref: randomId(), size: 0, parts: [] };
  }

  append(upload: StagedUpload, source: ByteSource, limit: WriteLimit = {}): Promise<StagedUpload> {
    return this.uploads.append(upload, source, limit);
  }

  finish<A extends DigestAlgorithm>(upload: StagedUpload, digests: readonly A[]): Promise<StoredObject<A>> {
    return this.uploads.finish(upload, digests);
  }

  settle(upload: StagedUpload): Promise<void> {
    return this.uploads.settle(upload);
  }

  abort(upload: StagedUpload): Promise<void> {
    return this.uploads.abort(upload);
  }

  private async opened(key: string, range?: ByteRange, size?: number): Promise<OpenBlob> {
    const bytes = size !== undefined && size > 0 && size <= LARGEST_KEPT ? await this.readSmall(key, size) : null;
    if (bytes === null) {
      return this.driver.open(key, range, size);
    }
    const { start, end } = boundsOf(key, bytes.length, range);
    return { sendTo: (into) => written(into, bytes.subarray(start, end + 1)) };
  }

  /** Null when the object is longer or shorter. */
  private async readSmall(key: string, size: number): Promise<Buffer | null> {
    const held = this.small.get(key);
    if (held) {
      return held;
    }
    const bytes = await buffer(await this.driver.read(key, { start: 0, end: size }));
    if (bytes.length !== size) {
      return null;
    }
    this.small.set(key, bytes);
    return bytes;
  }
}
