import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../platform/database/list-query.js';
import type { Caller } from '../access/caller.js';
import { levelInGroups } from '../access/levels.sql.js';
import { FULL_NAME } from '../namespaces/namespaces.repository.js';
import type { Visibility } from '../settings/visibility.js';
import { GroupEntity } from './group.entity.js';
import type { Group } from './group.js';

export type GroupChanges = Partial<Omit<GroupEntity, 'id' | 'createdAt' | 'updatedAt'>>;

const columns = (userId: number): Sql => sql`
  g.id, n.name, n.path, r.path as "fullPath", ${FULL_NAME} as "fullName", g.description, g.visibility,
  n.parent_id as "parentId", n.traversal_ids as "traversalIds", g.project_creation_level as "projectCreationLevel",
  g.subgroup_creation_level as "subgroupCreationLevel", g.default_branch_protection as "defaultBranchProtection",
  g.runners_token as "runnersToken", g.repository_storage as "repositoryStorage", g.created_at as "createdAt",
  g.updated_at as "updatedAt", coalesce(${levelInGroups(userId)}, 0) as level`;

const FROM = sql`groups g join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id`;

const LIVE_GROUP = sql`not g.pending_delete`;

@Injectable()
export class GroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number, viewer: Caller): Promise<Group | null> {
    return this.database.row<Group>(
      sql`select ${columns(viewer.userId)} from ${FROM} where g.id = ${id} and not g.pending_delete`,
    );
  }

  findByPath(path: string, viewer: Caller): Promise<Group | null> {
    return this.database.row<Group>(sql`
      select ${columns(viewer.userId)} from ${FROM}
      where lower(r.path) collate "C" = lower(${path}) and not g.pending_delete`);
  }

  /** All groups; their keyset pagination is by name, and only for anonymous callers (contract: conventions §10). */
  pageOfAll(where: readonly Sql[], viewer: Caller, request: ListRequest): Promise<Page<Group>> {
    const keyset = { orders: [{ by: 'name', directions: ['asc'] }], allowed: viewer.isAnonymous } as const;
    return this.lists.page({ ...groupList(viewer), keyset }, [LIVE_GROUP, ...where], request);
  }

  /** Those below one group. */
  page(where: readonly Sql[], viewer: Caller, request: ListRequest): Promise<Page<Group>> {
    return this.lists.page(groupList(viewer), [LIVE_GROUP, ...where], request);
  }

  async insert(group: GroupChanges & { readonly id: number }): Promise<void> {
    await this.database.repository(GroupEntity).insert(group);
  }

  async update(id: number, changes: GroupChanges): Promise<void> {
    await this.database.repository(GroupEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /** Locks the group and its namespace for a change; false when it is gone. Nothing is made below meanwhile. */
  async lock(id: number): Promise<boolean> {
    const found = await this.database.row(sql`
      select 1 from groups g join namespaces n on n.id = g.id where g.id = ${id} and not g.pending_delete for update`);
    return found !== null;
  }

  /** Visibilities of what lies directly in the group. */
  async childVisibilities(id: number): Promise<Visibility[]> {
    const rows = await this.database.rows<{ visibility: Visibility }>(sql`
      select distinct visibility from projects where namespace_id = ${id} and not pending_delete
      union select g.visibility from groups g join namespaces n on n.id = g.id
        where n.parent_id = ${id} and not g.pending_delete`);
    return rows.map(({ visibility }) => visibility);
  }
}

function groupList(viewer: Caller): ListDefinition<Group> {
  return {
    type: 'Group',
    select: columns(viewer.userId),
    from: FROM,
    id: { sql: sql`g.id`, of: (row) => row.id, type: 'bigint' },
    sorts: {
      name: { sql: sql`n.name`, of: (row) => row.name, type: 'text' },
      path: { sql: sql`n.path`, of: (row) => row.path, type: 'text' },
    },
    defaultSort: { by: 'name', direction: 'asc' },
  };
}
