import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import { Events } from '../events/events.service.js';

export interface GroupDeleted {
  readonly groupId: number;
  readonly repositoryStorage: string;
}
export const GROUP_DELETED = 'group.deleted';

/** The second step of a group's deletion, taken by a job (contract: core §10). */
@Injectable()
export class GroupRemoval {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
  ) {}

  async projectsBelow(groupId: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(sql`
      select p.id from projects p join namespaces n on n.id = p.namespace_id
      where n.traversal_ids @> array[${groupId}::bigint] order by p.id`);
    return rows.map(({ id }) => id);
  }

  /** Removes the group and its subgroups, the deepest first, once no project is left. Safe to repeat. */
  removeGroups(groupId: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      const groups = await this.database.rows<GroupDeleted>(sql`
        select g.id as "groupId", g.repository_storage as "repositoryStorage"
        from groups g join namespaces n on n.id = g.id
        where n.traversal_ids @> array[${groupId}::bigint] and g.pending_delete
        order by cardinality(n.traversal_ids) desc, g.id`);
      for (const payload of groups) {
        await this.events.publish(tx, { name: GROUP_DELETED, payload });
        await this.database.run(sql`
          update users set state = 'deactivated'
          where kind = 'group_bot' and id in (select user_id from access_tokens where group_id = ${payload.groupId})`);
        await this.database.run(sql`delete from namespaces where id = ${payload.groupId}`);
      }
    });
  }
}
