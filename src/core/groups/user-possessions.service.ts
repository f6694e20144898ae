import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../access/caller.js';
import { UserPossessions } from '../users/user-deletion.service.js';
import { GroupDeletion } from './group-deletion.service.js';
import { GroupsRepository } from './groups.repository.js';
import { ProjectDeletion } from '../projects/project-deletion.service.js';
import { DeleteProjectJob } from '../projects/jobs/delete-project.job.js';
import { OperationsService } from '../operations/operations.service.js';

/** What goes with a deleted user: groups without another owner, and the projects of the personal namespace. */
@Injectable()
export class UserPlaces extends UserPossessions {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly groupDeletion: GroupDeletion,
    private readonly projectDeletion: ProjectDeletion,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {
    super();
  }

  override async soleOwnerOf(userId: number): Promise<readonly string[]> {
    const rows = await this.soleOwned(userId);
    return rows.map(({ path }) => path);
  }

  override async release(userId: number, caller: Caller): Promise<void> {
    for (const { id } of await this.soleOwned(userId)) {
      const group = await this.groups.find(id, caller);
      if (group) {
        await this.groupDeletion.schedule(group, caller);
      }
    }
    await this.releaseProjects(userId, caller);
  }

  private soleOwned(userId: number): Promise<{ id: number; path: string }[]> {
    return this.database.rows(sql`
      select g.id, r.path from members m join groups g on g.id = m.group_id
        join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id
      where m.user_id = ${userId} and m.level = 50 and n.parent_id is null and not g.pending_delete
        and not exists (select 1 from members o where o.group_id = g.id and o.level = 50 and o.user_id <> ${userId})
      order by r.path for update of g`);
  }

  /** The personal namespace outlives its user until its projects are gone; its path is free at once. */
  private async releaseProjects(userId: number, caller: Caller): Promise<void> {
    const mine = sql`select n.id from namespaces n where n.owner_id = ${userId}`;
    const projects = await this.database.rows<{ id: number }>(
      sql`select id from projects where namespace_id in (${mine}) and not pending_delete`,
    );
    await this.projectDeletion.hide(sql`p.namespace_id in (${mine})`);
    for (const { id: projectId } of projects) {
      const kind = 'project_deletion';
      await this.database.transaction(async (tx) => {
        const operation = await this.operations.schedule(tx, {
          kind,
          creatorId: caller.userId,
          total: 1,
          canCancel: false,
        });
        await this.jobs.enqueue(tx, DeleteProjectJob, { projectId, operationId: operation.id });
      });
    }
    await this.database.run(sql`
      update routes r set path = r.path || '-deleted-' || r.namespace_id where r.namespace_id in (${mine})`);
    await this.database.run(sql`
      update namespaces n set owner_id = null
      where owner_id = ${userId} and exists (select 1 from projects p where p.namespace_id = n.id)`);
  }
}
