import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { LIVE, namespacesWithin } from '../../../core/access/levels.sql.js';
import { Database } from '../../../platform/database/database.js';
import type { ScimIdentity } from './scim-identity.js';

/** Direct memberships of provisioned users in the group and everything below it (contract: scim-graphql §A3). */
@Injectable()
export class ScimMembershipsRepository {
  constructor(private readonly database: Database) {}

  /** Makes the user a member; a higher level is kept. */
  async grant({ groupId, userId }: ScimIdentity, level: number): Promise<void> {
    await this.database.run(sql`
      merge into members m
      using (select ${groupId}::bigint as group_id, ${userId}::bigint as user_id, ${level}::integer as level) given
      on m.group_id = given.group_id and m.user_id = given.user_id
      when matched and (m.level < given.level or not ${LIVE}) then
        update set level = given.level, expires_at = null, updated_at = now()
      when not matched then insert (group_id, user_id, level) values (given.group_id, given.user_id, given.level)`);
  }

  /** Removes the memberships and records them. */
  async suspend({ id, groupId, userId }: ScimIdentity): Promise<void> {
    await this.database.run(sql`
      with gone as (
        delete from members m
        where m.user_id = ${userId} and (
          m.group_id in (${namespacesWithin(groupId)})
          or m.project_id in (select p.id from projects p where p.namespace_id in (${namespacesWithin(groupId)})))
        returning m.group_id, m.project_id, m.level, m.expires_at)
      insert into scim_memberships (identity_id, container_kind, container_id, level, expires_at)
      select ${id}, case when g.group_id is null then 'project' else 'group' end, coalesce(g.group_id, g.project_id),
             g.level, g.expires_at
      from gone g
      on conflict (identity_id, container_kind, container_id) do update
        set level = excluded.level, expires_at = excluded.expires_at`);
  }

  /** Restores the recorded memberships that are still below the group. */
  async restore({ id, groupId, userId }: ScimIdentity): Promise<void> {
    await this.database.run(sql`
      with kept as (delete from scim_memberships s where s.identity_id = ${id} returning s.*)
      insert into members (group_id, project_id, user_id, level, expires_at)
      select g.id, p.id, ${userId}, k.level, k.expires_at
      from kept k
      left join namespaces g on k.container_kind = 'group' and g.id = k.container_id
        and g.id in (${namespacesWithin(groupId)})
      left join projects p on k.container_kind = 'project' and p.id = k.container_id
        and p.namespace_id in (${namespacesWithin(groupId)})
      where g.id is not null or p.id is not null
      on conflict do nothing`);
  }
}
