import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, notFound, preconditionFailed } from '../../../common/errors/catalogue.js';
import { startBodyTime } from '../../../core/access/body-time.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { BlobTooLargeError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { ByteSource } from '../../../platform/blob/blob-store.js';
import { Env } from '../../../platform/config/env.js';
import { isAway } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { checksumMismatch, fileTooLarge } from '../access/package-errors.js';
import { allows } from '../access/package-rights.js';
import type { PackageType } from '../package-types.js';
import type { PackageFileEntity } from '../records/package-file.entity.js';
import { PublishingRepository } from './publishing.repository.js';
import type { PackageDraft } from './publishing.repository.js';
import { DIGESTS } from './stored-content.js';
import type { StoredContent } from './stored-content.js';

/** A file to publish in a package. */
export interface Publication {
  readonly draft: PackageDraft;
  readonly fileName: string;
  /** The package accepts no second file of this name. */
  readonly isSole: boolean;
  /** The error for a version that already has a file of this name; absent or null if several are allowed. */
  readonly ifHeld?: ApiError | null;
  /** Whether the package is still in the state that the client last saw; called while its row is locked. */
  readonly isExpected?: (() => Promise<boolean>) | undefined;
  /** Pipeline of the job that uploads the file. */
  readonly pipelineId: number | null;
  /** What the format stores about the file. */
  readonly metadata?: PackageFileEntity['metadata'];
  /** Runs in the publishing transaction: stores whatever else the format needs, or throws to reject the file. */
  readonly also?: AlsoPublished;
}

/** What a format does in addition, in the transaction of a publication. */
type AlsoPublished = (published: { readonly packageId: number; readonly fileId: number }, tx: Tx) => Promise<void>;

/** Maximum size in bytes of a form besides its file: boundaries, part headers and fields. */
const MAX_BESIDE_FILE = 64 * 1024;

/**
 * Stores files and publishes them in packages. A file becomes visible once it is stored completely (contract: packages
 * §4.5).
 */
@Injectable()
export class PackagePublishingService {
  /**
   * Contents whose publication lost the database connection. The commit may still succeed, although no row is visible
   * yet.
   */
  private readonly undecided = new WeakSet<StoredContent>();
  /** Contents that took so long to receive that rights may have changed since. */
  private readonly slow = new WeakSet<StoredContent>();

  constructor(
    private readonly publishing: PublishingRepository,
    private readonly store: BlobStore,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Like {@link refuseTooLarge}, but for a form, which is larger than its file. */
  refuseTooLargeForm(type: PackageType, contentLength: string | undefined): void {
    this.refuseTooLarge(type, Number(contentLength ?? 0) - MAX_BESIDE_FILE);
  }

  /** Throws 400 for a body whose declared length is too large, before it is read (contract: packages §1). */
  refuseTooLarge(type: PackageType, declaredLength: number | null): void {
    if (declaredLength !== null && declaredLength > this.env.packages.maxBytes[type]) {
      throw fileTooLarge();
    }
  }

  /**
   * Stores the bytes and computes their digests; `sha256` is the digest that the client claims. Throws 400 for too many
   * bytes or a digest mismatch, and rethrows any error of the source; no bytes are left in these cases.
   */
  async receive(type: PackageType, source: ByteSource, sha256?: string): Promise<StoredContent> {
    const maxBytes = this.env.packages.maxBytes[type];
    const time = startBodyTime();
    const { key, size, digests } = await this.store.put(source, DIGESTS, { maxBytes }).catch((error: unknown) => {
      throw error instanceof BlobTooLargeError ? fileTooLarge() : error;
    });
    if (sha256 !== undefined && sha256.toLowerCase() !== digests.sha256) {
      await this.discard(key);
      throw checksumMismatch();
    }
    const content: StoredContent = { storeKey: key, size, ...digests };
    if (time.isLong()) {
      this.slow.add(content);
    }
    return content;
  }

  /** Adds the stored bytes to the package as a file, in one transaction; returns the id of the file. Throws 412. */
  async publish(publication: Publication, content: StoredContent): Promise<number> {
    try {
      const { fileId, isNew } = await this.database.transaction((tx) => this.write(tx, publication, content));
      if (!isNew) {
        void this.discard(content.storeKey); // the caller need not wait for this
      }
      return fileId;
    } catch (error) {
      if (isAway(error)) {
        this.undecided.add(content);
      }
      await this.drop(content);
      throw error;
    }
  }

  /** Deletes stored bytes that were not published as a file. */
  async drop(content: StoredContent): Promise<void> {
    if (!this.undecided.has(content)) {
      await this.discardUnlessKept(content.storeKey);
    }
  }

  private async write(tx: Tx, publication: Publication, content: StoredContent) {
    const { draft, fileName, isSole, ifHeld, isExpected, pipelineId, metadata = {} } = publication;
    if (this.slow.has(content)) {
      await this.refuseLate(draft);
    }
    const packageId = await this.publishing.lockOrCreate(draft);
    if (isExpected && !(await isExpected())) {
      throw preconditionFailed();
    }
    if (ifHeld && (await this.publishing.holdsFile(packageId, fileName))) {
      throw ifHeld;
    }
    const { id: blobId, isNew } = await this.publishing.lockOrInsertBlob(content);
    const { projectId } = draft;
    const { size } = content;
    const fileId = await this.publishing.insertFile({ packageId, projectId, fileName, blobId, size, isSole, metadata });
    if (pipelineId !== null) {
      await this.publishing.linkPipeline(packageId, fileId, pipelineId);
    }
    await publication.also?.({ packageId, fileId }, tx);
    return { fileId, isNew };
  }

  /** Throws 404 if the project is gone, or 403 if the account may no longer publish there (contract: packages §4.5). */
  private async refuseLate({ projectId, creatorId }: PackageDraft): Promise<void> {
    const target = await this.publishing.findTarget(projectId, creatorId);
    if (!target) {
      throw notFound('Project');
    }
    const mayPublish = creatorId === null || (target.isUsable && allows(target, target.isAdmin, 'publish'));
    if (!target.packagesEnabled || !mayPublish) {
      throw forbidden();
    }
    refuseArchived(target);
  }

  /** Keeps the object if a row refers to it: a transaction that reported a failure may still have been committed. */
  private async discardUnlessKept(key: string): Promise<void> {
    const isKept = await this.publishing.keeps(key).catch(() => true);
    if (!isKept) {
      await this.discard(key);
    }
  }

  /** Ignores failures: an object without a row is removed by the orphan sweep. */
  private async discard(key: string): Promise<void> {
    await this.store.delete(key).catch(() => undefined);
  }
}
