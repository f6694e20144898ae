import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { BlobMissingError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import { algorithmOf } from '../grammar/digest.js';
import type { Finding } from './finding.js';
import { ScrubRepository } from './scrub.repository.js';
import type { ScrubbedBlob } from './scrub.repository.js';
import { StoredBytes } from './stored-bytes.js';

/** Looks this far into the future, because objects that are being written may be intact copies, too. */
const AHEAD_MS = 60_000;

/** Replaces faulty bytes with intact copies, wherever in the store they are found (contract: registry §9.8). */
@Injectable()
export class ScrubRepairService {
  constructor(
    private readonly blobs: ScrubRepository,
    private readonly stored: StoredBytes,
    private readonly store: BlobStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Scans the store once. Any object of the same size as a faulty one may be a copy of it: the same bytes under another
   * digest, a file of another module, or the remains of a crash. Returns ids of the repaired blobs.
   */
  async run(findings: readonly Finding[]): Promise<ReadonlySet<number>> {
    const wanted = new Map(findings.map(({ blob }) => [blob.id, blob]));
    const repaired = new Set<number>();
    const sizes = new Set(findings.map(({ blob }) => blob.size));
    if (wanted.size === 0) {
      return repaired;
    }
    for await (const { key } of this.store.keys(new Date(this.clock.millis() + AHEAD_MS))) {
      const size = await this.store.size(key);
      const candidates = size !== null && sizes.has(size) ? [...wanted.values()] : [];
      for (const blob of candidates.filter((candidate) => candidate.size === size)) {
        if (await this.repairFrom(key, blob)) {
          wanted.delete(blob.id);
          repaired.add(blob.id);
        }
      }
    }
    return repaired;
  }

  /** Returns false if the bytes differ, or the blob no longer needs repair. */
  private async repairFrom(key: string, blob: ScrubbedBlob): Promise<boolean> {
    const isCopy = key !== blob.storeKey && (await this.stored.haveDigest(key, blob.digest).catch(() => false));
    const copied = isCopy ? await this.copy(key, blob) : null;
    if (copied === null) {
      return false;
    }
    if (!(await this.blobs.replaceObject(blob, copied))) {
      await this.store.delete(copied);
      return false;
    }
    await this.store.delete(blob.storeKey).catch(() => undefined); // otherwise the orphan sweep deletes it
    return true;
  }

  /**
   * Copies the object and returns the new key, because each object has a single owner. Null if the bytes are gone or
   * have changed since.
   */
  private async copy(key: string, { digest }: ScrubbedBlob): Promise<string | null> {
    const algorithm = algorithmOf(digest) ?? 'sha256';
    try {
      const created = await this.store.put(await this.store.get(key), [algorithm]);
      if (`${algorithm}:${created.digests[algorithm]}` === digest) {
        return created.key;
      }
      await this.store.delete(created.key);
      return null;
    } catch (error) {
      if (error instanceof BlobMissingError) {
        return null;
      }
      throw error;
    }
  }
}
