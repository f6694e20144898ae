import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { blobInUse, blobUnknown } from '../registry-errors.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import { BlobsRepository } from './blobs.repository.js';

const USED_BY_MANIFEST = 'fk_container_manifest_refs_link';

/** Unlinks a blob from one repository; the collector removes its bytes (contract: registry §6). */
@Injectable()
export class BlobRemovalService {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws BLOB_UNKNOWN, and UNSUPPORTED while a manifest of the repository needs it. */
  async remove(repository: ImageRepository, digest: string, by: AuditAuthor): Promise<void> {
    await this.unlink(repository, digest, by).catch((error: unknown) => {
      throw brokenConstraint(error) === USED_BY_MANIFEST ? blobInUse(digest) : error;
    });
  }

  /** A manifest that is pushed at the same time uses the link, so that the commit fails because of the constraint. */
  private unlink(repository: ImageRepository, digest: string, by: AuditAuthor): Promise<void> {
    return this.database.transaction(async (tx) => {
      const blob = await this.blobs.findLinked(repository.id, digest);
      if (blob && (await this.blobs.isReferenced(repository.id, blob.blobId))) {
        throw blobInUse(digest);
      }
      if (!blob || !(await this.blobs.unlink(repository.id, blob.blobId))) {
        throw blobUnknown(digest);
      }
      const target = {
        id: repository.id,
        type: 'ContainerRepository',
        details: `${imagePathOf(repository)}@${digest}`,
      };
      await this.audit.record(tx, by, auditedProjectOf(repository), target, { custom_message: 'Image blob unlinked' });
    });
  }
}
