import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import type { Operation } from '../operations/operation.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProjectDeletionsRepository } from '../projects/project-deletions.repository.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import { DeleteGroupJob } from './jobs/delete-group.job.js';

/** Deletion of a group with all below it: out of sight at once, gone by a job (contract: core §10). */
@Injectable()
export class GroupDeletion {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly deletions: GroupDeletionsRepository,
    private readonly projects: ProjectDeletionsRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** The operation counts projects. Throws 404 when somebody else was faster. */
  schedule(group: Group, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      if (!(await this.groups.lock(group.id))) {
        throw notFound('Group');
      }
      const projectIds = await this.projects.hide({ groupId: group.id });
      await this.deletions.hide(group.id);
      const operation = await this.operations.schedule(tx, {
        kind: 'group_deletion',
        creatorId: caller.userId,
        total: projectIds.length,
        canCancel: false,
      });
      await this.jobs.enqueue(tx, DeleteGroupJob, { groupId: group.id, operationId: operation.id });
      const act = { custom_message: 'Group deleted' };
      await this.audit.record(tx, caller, auditedGroup(group), groupAsTarget(group), act);
      return operation;
    });
  }
}
