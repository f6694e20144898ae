import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import type { Operation } from '../operations/operation.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProjectDeletion } from '../projects/project-deletion.service.js';
import { auditedGroup, groupAsTarget } from './group-audit.js';
import type { Group } from './group.js';
import { GroupsRepository } from './groups.repository.js';
import { DeleteGroupJob } from './jobs/delete-group.job.js';

/** Deletion of a group with all below it: out of sight at once, gone by a job (contract: core §10). */
@Injectable()
export class GroupDeletion {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly projects: ProjectDeletion,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 404 when somebody else was faster. */
  schedule(group: Group, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      if (!(await this.groups.lock(group.id))) {
        throw notFound('Group');
      }
      const total = await this.hide(group.id);
      const operation = await this.operations.schedule(tx, {
        kind: 'group_deletion',
        creatorId: caller.userId,
        total,
        canCancel: false,
      });
      await this.jobs.enqueue(tx, DeleteGroupJob, { groupId: group.id, operationId: operation.id });
      await this.audit.record(tx, caller, auditedGroup(group), groupAsTarget(group), {
        custom_message: 'Group deleted',
      });
      return operation;
    });
  }

  /** Answers how many projects go with the group. */
  private async hide(groupId: number): Promise<number> {
    const below = sql`select n.id from namespaces n where n.traversal_ids @> array[${groupId}::bigint]`;
    const counted = await this.database.row<{ total: number }>(
      sql`select count(*) as total from projects p where p.namespace_id in (${below})`,
    );
    await this.projects.hide(sql`p.namespace_id in (${below})`);
    await this.database.run(sql`
      update routes r set path = r.path || '-deleted-' || r.namespace_id
      from groups g where g.id = r.namespace_id and g.id in (${below}) and not g.pending_delete`);
    await this.database.run(sql`
      update groups g set pending_delete = true, former_path = n.path
      from namespaces n where n.id = g.id and g.id in (${below}) and not g.pending_delete`);
    return counted?.total ?? 0;
  }
}
