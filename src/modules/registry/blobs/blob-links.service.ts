import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { blobUnknown } from '../registry-errors.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import type { PushTarget } from '../repositories/image-repository.js';
import { UsageService } from '../usage/usage.service.js';
import { BlobsRepository } from './blobs.repository.js';
import type { LinkedBlob, StoredContent } from './blobs.repository.js';

/**
 * Minimum interval in seconds between two recorded requests for a blob, or a quarter of the grace period if that is
 * shorter.
 */
const INTEREST_SECONDS = HOUR_SECONDS;

/** Manages which blobs can be read in which repository (contract: registry §6.1: knowing a digest gives nothing). */
@Injectable()
export class BlobLinksService {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly repositories: ImageRepositoriesRepository,
    private readonly usage: UsageService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Throws BLOB_UNKNOWN. A push relies on the result, so the blob is kept a while longer. */
  async get(repositoryId: number | null, digest: string): Promise<LinkedBlob> {
    const blob = repositoryId === null ? null : await this.blobs.findLinked(repositoryId, digest);
    if (repositoryId === null || !blob) {
      throw blobUnknown(digest);
    }
    if (blob.secondsLinked > Math.min(INTEREST_SECONDS, this.env.registry.gcGrace / 4)) {
      await this.blobs.noteInterest(repositoryId, blob.blobId);
    }
    return blob;
  }

  /**
   * Links stored bytes in the repository: as a new blob, or as the existing one with this digest. Returns whether the
   * object under `storeKey` is needed; throws 403 over the limit, and rethrows errors of `before`.
   */
  addContent(target: PushTarget, content: StoredContent, before?: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await before?.(tx);
      const repositoryId = await this.repositories.lockOrCreate(target.projectId, target.name, 'use');
      await this.usage.requireSpace(tx, target.projectId, content);
      const { blobId, isNew } = await this.blobs.lockOrInsert(content);
      await this.blobs.link(repositoryId, blobId);
      return isNew;
    });
  }

  /** Links a blob of another repository; returns false if it is being collected and therefore has to be uploaded. */
  mount(target: PushTarget, blob: LinkedBlob): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const repositoryId = await this.repositories.lockOrCreate(target.projectId, target.name, 'use');
      const blobId = await this.blobs.lockStored(blob.digest);
      if (blobId === null) {
        return false;
      }
      await this.usage.requireSpace(tx, target.projectId, blob);
      await this.blobs.link(repositoryId, blobId);
      return true;
    });
  }
}
