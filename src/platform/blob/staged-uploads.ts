import type { Hash } from 'node:crypto';
import type { RunDeletion } from '../database/pausable-deletions.js';
import type { BlobDriver, BlobWriter } from './blob-driver.js';
import { BlobMissingError } from './blob-errors.js';
import type { ByteSource, DigestAlgorithm, StagedPart, StagedUpload, StoredObject, WriteLimit } from './blob-store.js';
import { digestsFrom, startHashes } from './digests.js';
import { inParallel } from '../../common/concurrency/in-parallel.js';
import { borrowed, writeHashed, randomId, writing } from './write-hashed.js';
import { finishedKey, foldSmallTail, partKeys, sizeOf } from './staged-parts.js';
import { UploadHashes } from './upload-hashes.js';

const REMOVALS_AT_ONCE = 8;

/**
 * Uploads in parts on top of a driver: every append is an object of its own, and the caller's value determines which
 * count.
 */
export class StagedUploads {
  private readonly hashes = new UploadHashes();

  constructor(
    private readonly driver: BlobDriver,
    private readonly deletion: RunDeletion,
  ) {}

  async append(upload: StagedUpload, source: ByteSource, { maxBytes }: WriteLimit): Promise<StagedUpload> {
    const { kept, folded } = foldSmallTail(upload.parts);
    const id = randomId();
    const hash = this.hashes.after(upload);
    const added = await writing(await this.driver.writer(`${upload.ref}.${id}`), async (writer) => {
      await this.copy(upload.ref, folded, writer);
      const size = await writeHashed(borrowed(source), { hashes: hash ? [hash] : [], maxBytes, into: writer });
      await (size > 0 ? writer.commit() : writer.discard());
      return size;
    });
    return added > 0 ? this.grown(upload, [...kept, { id, size: sizeOf(folded) + added }], hash) : upload;
  }

  async finish<A extends DigestAlgorithm>(upload: StagedUpload, digests: readonly A[]): Promise<StoredObject<A>> {
    const key = finishedKey(upload);
    await this.joinParts(upload, key);
    if ((await this.driver.size(key)) !== upload.size) {
      throw new BlobMissingError(key);
    }
    return { key, size: upload.size, digests: await this.digests(upload, key, digests) };
  }

  async settle(upload: StagedUpload): Promise<void> {
    const finished = finishedKey(upload);
    await this.removeAll(partKeys(upload).flatMap(({ key }) => (key === finished ? [] : [key])));
  }

  async abort(upload: StagedUpload): Promise<void> {
    await this.removeAll([finishedKey(upload), ...partKeys(upload).map(({ key }) => key)]);
  }

  private async joinParts(upload: StagedUpload, key: string): Promise<void> {
    const parts = partKeys(upload);
    if (parts.length === 0) {
      await writing(await this.driver.writer(key), (writer) => writer.commit());
    }
    if (parts.length > 1) {
      await this.driver.join(key, parts);
    }
  }

  private grown({ ref }: StagedUpload, parts: readonly StagedPart[], hash: Hash | null): StagedUpload {
    const grown = { ref, size: sizeOf(parts), parts };
    if (hash) {
      this.hashes.remember(grown, hash);
    }
    return grown;
  }

  private async copy(ref: string, parts: readonly StagedPart[], into: BlobWriter): Promise<void> {
    for (const { key } of partKeys({ ref, parts })) {
      await writeHashed(await this.driver.read(key), { into });
    }
  }

  private async digests<A extends DigestAlgorithm>(
    upload: StagedUpload,
    key: string,
    wanted: readonly A[],
  ): Promise<Record<A, string>> {
    const known = this.hashes.after(upload);
    const hashes = startHashes(wanted.filter((algorithm) => !(known && algorithm === 'sha256')));
    if (hashes.size > 0) {
      await writeHashed(await this.driver.read(key), { hashes: hashes.values() });
    }
    if (known) {
      hashes.set('sha256', known);
    }
    return digestsFrom(hashes, wanted);
  }

  private async removeAll(keys: readonly string[]): Promise<void> {
    await this.deletion(() => inParallel(REMOVALS_AT_ONCE, keys, (key) => this.driver.remove(key)));
  }
}
