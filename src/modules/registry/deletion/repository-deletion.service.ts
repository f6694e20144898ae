import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { HeldTagsService } from '../tags/held-tags.service.js';
import { RepositoryDeletionsRepository } from './repository-deletions.repository.js';
import { DeleteRepositoryJob } from './delete-repository.job.js';
import { DELETION_KIND, deletionSubject } from './repository-removal.service.js';

/** Deletes a repository: hides it from `/v2` immediately, and removes it by a job (contract: registry §3.3). */
@Injectable()
export class RepositoryDeletionService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly deletions: RepositoryDeletionsRepository,
    private readonly heldTags: HeldTagsService,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /**
   * Returns the existing operation if one is pending. Throws 404, and 403 if the repository has a tag that a rule
   * protects.
   */
  async schedule(project: Project, repositoryId: number, caller: Caller): Promise<Operation> {
    const repository = await this.repositories.getInProject(project, repositoryId);
    refuseArchived(project);
    return this.database.transaction(async (tx) => {
      const held = await this.deletions.lock(repository.id);
      if (!held) {
        throw notFound('Repository');
      }
      const pending = await this.operations.findUnderWay(DELETION_KIND, deletionSubject(repository.id));
      return pending ?? this.start(tx, repository, caller);
    });
  }

  private async start(tx: Tx, repository: RepositoryRecord, caller: Caller): Promise<Operation> {
    if (await this.heldTags.existIn(repository)) {
      throw forbidden('tag is immutable'); // contract: registry §9.4
    }
    await this.deletions.mark(repository.id, 'delete_scheduled');
    const tags = await this.repositories.countTags(repository.id);
    const operation = await this.operations.schedule(tx, {
      kind: DELETION_KIND,
      creatorId: caller.userId,
      projectId: repository.projectId,
      subject: deletionSubject(repository.id),
      total: tags,
    });
    await this.jobs.enqueue(tx, DeleteRepositoryJob, { repositoryId: repository.id, operationId: operation.id, tags });
    const target = { id: repository.id, type: 'ContainerRepository', details: imagePathOf(repository) };
    await this.audit.record(tx, caller, auditedProjectOf(repository), target, {
      custom_message: 'Image repository deleted',
    });
    return operation;
  }
}
