import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import type { Operation } from '../operations/operation.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { ScheduledDeletionsService } from '../deletions/scheduled-deletions.service.js';
import { ProjectDeletionsRepository } from '../projects/project-deletions.repository.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import { GroupDeletionsRepository } from './group-deletions.repository.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import { DeleteGroupJob } from './delete-group.job.js';

export const GROUP_DELETION = 'group_deletion';

/** Deletes a group with everything below it: hidden at once, removed by a job (contract: core §10). */
@Injectable()
export class GroupDeletionService {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly groups: GroupsRepository,
    private readonly deletions: GroupDeletionsRepository,
    private readonly projects: ProjectDeletionsRepository,
    private readonly scheduled: ScheduledDeletionsService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /**
   * The operation counts projects; the removal waits for DELETION_GRACE. Throws 404 when another request came first.
   */
  schedule(group: Group, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      await this.namespaces.lockTree(group.id);
      if (!(await this.groups.lock(group.id))) {
        throw notFound('Group');
      }
      const operation = await this.scheduled.schedule(
        tx,
        { kind: GROUP_DELETION, creatorId: caller.userId, groupId: group.id },
        { job: DeleteGroupJob, payload: (operationId) => ({ groupId: group.id, operationId }) },
      );
      const { length: total } = await this.projects.hide({ groupId: group.id }, operation.id);
      await this.deletions.hide(group.id, operation.id);
      const act = { custom_message: 'Group deleted' };
      await this.audit.record(tx, caller, auditedGroup(group), groupAsTarget(group), act);
      return this.scheduled.count(operation, total);
    });
  }
}
