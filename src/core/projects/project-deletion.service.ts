import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import type { AuditedAct } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { ScheduledDeletionsService } from '../deletions/scheduled-deletions.service.js';
import type { Operation } from '../operations/operation.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
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
    private readonly scheduled: ScheduledDeletionsService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** The removal waits for DELETION_GRACE. Throws 404 when another request was faster. */
  schedule(project: Project, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      await this.namespaces.hold(project.namespaceId);
      if (!(await this.projects.lock(project.id))) {
        throw notFound('Project');
      }
      const operation = await this.scheduled.schedule(
        tx,
        { kind: PROJECT_DELETION, creatorId: caller.userId, projectId: project.id, total: 1 },
        removalOf(project.id),
      );
      await this.deletions.hide({ projectId: project.id }, operation.id);
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), DELETED);
      return operation;
    });
  }

  /**
   * Deletes everything in a user's personal namespace with the user; it cannot be restored, since the namespace is
   * gone.
   */
  scheduleAllOf(ownerId: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      const ids = (await this.deletions.preview({ ownerId })).map(({ id }) => id);
      const asTheyWere = new Map((await this.projects.findAll(ids, caller)).map((project) => [project.id, project]));
      for (const projectId of await this.deletions.hide({ ownerId }, null)) {
        const deletion = { kind: PROJECT_DELETION, creatorId: caller.userId, total: 1 };
        await this.scheduled.scheduleFinal(tx, deletion, removalOf(projectId));
        const project = asTheyWere.get(projectId);
        if (project) {
          await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), DELETED);
        }
      }
    });
  }
}

const DELETED: AuditedAct = { custom_message: 'Project deleted' };

const removalOf = (projectId: number) => ({
  job: DeleteProjectJob,
  payload: (operationId: string) => ({ projectId, operationId }),
});
