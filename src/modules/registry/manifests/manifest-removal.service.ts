import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { Database } from '../../../platform/database/database.js';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { denied, manifestUnknown } from '../registry-errors.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import { authorOf } from '../tags/tag-author.js';
import { TagWritesService } from '../tags/tag-writes.service.js';
import { ManifestsRepository } from './manifests.repository.js';

/** Removes a manifest and all its tags; indexes that list it remain as stored (contract: registry §6). */
@Injectable()
export class ManifestRemovalService {
  constructor(
    private readonly repositories: ImageRepositoriesRepository,
    private readonly manifests: ManifestsRepository,
    private readonly blobs: BlobsRepository,
    private readonly tagWrites: TagWritesService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws MANIFEST_UNKNOWN, and 403 while a rule protects one of its tags. */
  remove(repository: ImageRepository, digest: string, by: AuditAuthor): Promise<void> {
    return this.database.transaction(async (tx) => {
      const isHeld = await this.repositories.lockForChange(repository.id);
      const manifest = isHeld ? await this.manifests.findId(repository.id, digest) : null;
      if (!manifest) {
        throw manifestUnknown(digest);
      }
      const removed = { id: manifest.id, digest };
      if (!(await this.tagWrites.rememberAllOf(tx, { repository, author: authorOf(by) }, removed))) {
        throw denied('tag is immutable');
      }
      const blobIds = await this.manifests.remove(repository.id, manifest.id, digest);
      await this.blobs.noteDisuse(repository.id, blobIds);
      await this.repositories.noteChange(repository.id);
      const target = {
        id: repository.id,
        type: 'ContainerRepository',
        details: `${imagePathOf(repository)}@${digest}`,
      };
      await this.audit.record(tx, by, auditedProjectOf(repository), target, {
        custom_message: 'Image manifest deleted',
      });
    });
  }
}
