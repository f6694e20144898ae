import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import type { Operation } from '../operations/operation.js';
import { OperationsService } from '../operations/operations.service.js';
import { DeleteProjectJob } from './jobs/delete-project.job.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import type { Project } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

/** Deletion in two steps: out of sight in the request's transaction, gone by a job (contract: core §10). */
@Injectable()
export class ProjectDeletion {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 when somebody else was faster. */
  schedule(project: Project, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      if (!(await this.projects.lock(project.id))) {
        throw notFound('Project');
      }
      await this.hide(sql`p.id = ${project.id}`);
      const operation = await this.operations.schedule(tx, {
        kind: 'project_deletion',
        creatorId: caller.userId,
        total: 1,
        canCancel: false,
      });
      await this.jobs.enqueue(tx, DeleteProjectJob, { projectId: project.id, operationId: operation.id });
      await this.audit.record(tx, caller, auditedProject(project), projectAsTarget(project), {
        custom_message: 'Project deleted',
      });
      return operation;
    });
  }

  /** From the commit on everything of these projects is 404 to everybody, and their paths are free. */
  async hide(condition: Sql): Promise<void> {
    await this.database.run(sql`
      update routes r set path = r.path || '-deleted-' || p.id
      from projects p where r.project_id = p.id and not p.pending_delete and ${condition}`);
    await this.database.run(sql`
      update projects p set pending_delete = true, former_path = p.path where not p.pending_delete and ${condition}`);
  }
}
