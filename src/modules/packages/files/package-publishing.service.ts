import { Injectable } from '@nestjs/common';
import { BlobTooLargeError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { ByteSource } from '../../../platform/blob/blob-store.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { checksumMismatch, fileTooLarge } from '../access/package-errors.js';
import type { PackageType } from '../package-types.js';
import { PublishingRepository } from './publishing.repository.js';
import type { PackageDraft } from './publishing.repository.js';
import { DIGESTS } from './stored-content.js';
import type { StoredContent } from './stored-content.js';

/** A file on its way into a package. */
export interface Publication {
  readonly draft: PackageDraft;
  readonly fileName: string;
  /** The package takes no second file of this name. */
  readonly isSole: boolean;
  /** Of the job that uploads it. */
  readonly pipelineId: number | null;
}

/** Stores files and makes packages of them: a file is seen when all of it is stored (contract: packages §4.5). */
@Injectable()
export class PackagePublishingService {
  constructor(
    private readonly publishing: PublishingRepository,
    private readonly store: BlobStore,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Throws 400 for a body that says that it is too large; before it is read (contract: packages §1). */
  refuseTooLarge(type: PackageType, declaredLength: number | null): void {
    if (declaredLength !== null && declaredLength > this.env.packages.maxBytes[type]) {
      throw fileTooLarge();
    }
  }

  /**
   * Stores the bytes with their digests; `sha256` is what the client says theirs is. Throws 400 for too many of them or
   * another digest, and what the source throws: nothing is left then.
   */
  async receive(type: PackageType, source: ByteSource, sha256?: string): Promise<StoredContent> {
    const maxBytes = this.env.packages.maxBytes[type];
    const { key, size, digests } = await this.store.put(source, DIGESTS, { maxBytes }).catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? fileTooLarge() : error;
    });
    if (sha256 !== undefined && sha256.toLowerCase() !== digests.sha256) {
      await this.discard(key);
      throw checksumMismatch();
    }
    return { storeKey: key, size, ...digests };
  }

  /** Adds the stored bytes to the package as a file, all in one transaction; answers the id of the file. */
  async publish(publication: Publication, content: StoredContent): Promise<number> {
    try {
      const { fileId, isNew } = await this.database.transaction(() => this.write(publication, content));
      if (!isNew) {
        await this.discard(content.storeKey);
      }
      return fileId;
    } catch (error) {
      await this.discardUnlessKept(content.storeKey);
      throw error;
    }
  }

  private async write(publication: Publication, content: StoredContent) {
    const { draft, fileName, isSole, pipelineId } = publication;
    const packageId = await this.publishing.lockOrCreate(draft);
    const { id: blobId, isNew } = await this.publishing.lockOrInsertBlob(content);
    const { projectId } = draft;
    const { size } = content;
    const fileId = await this.publishing.insertFile({ packageId, projectId, fileName, blobId, size, isSole });
    if (pipelineId !== null) {
      await this.publishing.linkPipeline(packageId, fileId, pipelineId);
    }
    return { fileId, isNew };
  }

  /** An error may hide that the transaction has committed: then a row names the object. */
  private async discardUnlessKept(key: string): Promise<void> {
    const isKept = await this.publishing.keeps(key).catch(() => true);
    if (!isKept) {
      await this.discard(key);
    }
  }

  /** What cannot be removed now has no row, so the orphan sweep removes it. */
  private async discard(key: string): Promise<void> {
    await this.store.delete(key).catch(() => undefined);
  }
}
