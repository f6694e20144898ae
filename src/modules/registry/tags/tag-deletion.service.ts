import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { Database } from '../../../platform/database/database.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import type { ImageRepository } from '../repositories/image-repository.js';
import { authorOf } from './tag-author.js';
import { TagWritesService } from './tag-writes.service.js';
import { TagsRepository } from './tags.repository.js';

/** `held`: a rule of the project protects the tag (contract: registry §9.4). */
export type TagDeletionOutcome = 'deleted' | 'missing' | 'held';

/** Removes one name; the manifest, other names and all bytes remain (contract: registry §3.3). */
@Injectable()
export class TagDeletionService {
  constructor(
    private readonly repositories: ImageRepositoriesRepository,
    private readonly tags: TagsRepository,
    private readonly tagWrites: TagWritesService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Of concurrent calls, only one finds the tag. */
  delete(repository: ImageRepository, name: string, by: AuditAuthor): Promise<TagDeletionOutcome> {
    return this.database.transaction(async (tx) => {
      const isLive = await this.repositories.lockForChange(repository.id);
      const tag = isLive ? await this.tags.find(repository.id, name) : null;
      if (!tag) {
        return 'missing';
      }
      if (!(await this.tagWrites.remove(tx, { repository, author: authorOf(by) }, tag))) {
        return 'held';
      }
      await this.repositories.noteChange(repository.id);
      const target = { id: repository.id, type: 'ContainerRepository', details: `${imagePathOf(repository)}:${name}` };
      await this.audit.record(tx, by, auditedProjectOf(repository), target, { custom_message: 'Image tag deleted' });
      return 'deleted';
    });
  }
}
