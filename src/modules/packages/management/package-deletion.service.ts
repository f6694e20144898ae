import { Injectable } from '@nestjs/common';
import { notFound, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { AuditedEntity } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { Database } from '../../../platform/database/database.js';
import { PackagesRepository } from './packages.repository.js';

/**
 * Deletes packages for the management REST API, for protocols and for policies: they are hidden immediately, and their
 * bytes are kept until they can no longer be restored (contract: packages §3.2).
 */
@Injectable()
export class PackageDeletionService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 if there is no such package to delete. */
  async delete(project: AuditedEntity, id: number, author: AuditAuthor): Promise<void> {
    if (!(await this.deleteIfThere(project, id, author))) {
      throw notFound('Package');
    }
  }

  /**
   * Like {@link delete}, but throws 412 if the package is not in the state that the client expects (contract: packages
   * §2).
   */
  async deleteExpected(
    project: AuditedEntity,
    id: number,
    author: AuditAuthor,
    isExpected: (updatedAt: string) => boolean | Promise<boolean>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const found = await this.packages.lockDeletable(project.id, id);
      if (found && !(await isExpected(found.updatedAt))) {
        throw preconditionFailed();
      }
      await this.delete(project, id, author);
    });
  }

  /** Returns false if there is no such package to delete; of parallel calls, only one deletes it. */
  deleteIfThere(project: AuditedEntity, id: number, author: AuditAuthor): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const deleted = await this.packages.markDeleted(project.id, id);
      if (!deleted) {
        return false;
      }
      const target = { id, type: 'Package', details: `${deleted.name} ${deleted.version}`.trim() };
      await this.audit.record(tx, author, project, target, { remove: 'package' });
      return true;
    });
  }
}
