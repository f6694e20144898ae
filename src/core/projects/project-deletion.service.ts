import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import { DeletionGrace } from '../deletions/deletion-grace.js';
import type { Operation } from '../operations/operation.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { OperationsService } from '../operations/operations.service.js';
import { DeleteProjectJob } from './delete-project.job.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import type { Project } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

export const PROJECT_DELETION = 'project_deletion';

/** Deletion in two steps: hidden in the request's transaction, removed by a job (contract: core §10). */
@Injectable()
export class ProjectDeletionService {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly projects: ProjectsRepository,
    private readonly deletions: ProjectDeletionsRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly grace: DeletionGrace,
  ) {}

  /** The removal waits for DELETION_GRACE. Throws 404 when another request was faster. */
  schedule(project: Project, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      await this.namespaces.hold(project.namespaceId);
      if (!(await this.projects.lock(project.id))) {
        throw notFound('Project');
      }
      const operation = await this.operations.schedule(tx, {
        kind: PROJECT_DELETION,
        creatorId: caller.userId,
        projectId: project.id,
        total: 1,
        canCancel: this.grace.isOn,
      });
      await this.deletions.hide({ projectId: project.id }, operation.id);
      const act = { custom_message: 'Project deleted' };
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), act);
      const payload = { projectId: project.id, operationId: operation.id };
      await this.jobs.enqueue(tx, DeleteProjectJob, payload, this.grace.jobOptions());
      return operation;
    });
  }

  /**
   * Deletes everything in a user's personal namespace with the user; it cannot be restored, since the namespace is
   * gone.
   */
  scheduleAllOf(ownerId: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      for (const projectId of await this.deletions.hide({ ownerId }, null)) {
        const operation = { kind: PROJECT_DELETION, creatorId: caller.userId, total: 1, canCancel: false };
        const { id: operationId } = await this.operations.schedule(tx, operation);
        await this.jobs.enqueue(tx, DeleteProjectJob, { projectId, operationId });
      }
    });
  }
}
