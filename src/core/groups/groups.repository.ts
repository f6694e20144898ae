import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListRequest } from '../../platform/database/list-query.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { query, select, text } from '../../platform/database/typed-sql.js';
import type { Caller } from '../access/caller.js';
import { LIVE_GROUP } from '../access/levels.sql.js';
import type { Visibility } from '../settings/visibility.js';
import { GROUP_JOINS, groupColumns, GROUP_TABLES, ORDERED_GROUPS } from './group.columns.js';
import { GroupEntity } from './group.entity.js';
import type { Group } from './group.js';

export type GroupChanges = Partial<Omit<GroupEntity, 'id' | 'createdAt' | 'updatedAt'>>;

@Injectable()
export class GroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(id: number, viewer: Caller): Promise<Group | null> {
    return this.database.lookup(
      select(groupColumns(viewer.userId), sql`from ${GROUP_TABLES} where g.id = ${id} and ${LIVE_GROUP}`),
    );
  }

  findByPath(path: string, viewer: Caller): Promise<Group | null> {
    return this.database.lookup(
      select(
        groupColumns(viewer.userId),
        sql`from ${GROUP_TABLES} where lower(r.path) collate "C" = lower(${path}) and ${LIVE_GROUP}`,
      ),
    );
  }

  /** Returns the groups with these ids, in no particular order. */
  findAll(ids: readonly number[], viewer: Caller): Promise<Group[]> {
    return this.database.rows(
      select(
        groupColumns(viewer.userId),
        sql`from ${GROUP_TABLES} where g.id = any(${[...ids]}::bigint[]) and ${LIVE_GROUP}`,
      ),
    );
  }

  /** Lists all groups; keyset pagination is by name, and only for anonymous callers (contract: conventions §10). */
  pageOfAll(where: readonly ListCondition[], viewer: Caller, request: ListRequest): Promise<Page<Group>> {
    const keyset = { orders: [{ by: 'name', directions: ['asc'] }], allowed: viewer.isAnonymous } as const;
    return this.lists.page({ ...groupList(viewer), keyset }, [LIVE_GROUP, ...where], request);
  }

  /** Lists the groups below one group. */
  page(where: readonly ListCondition[], viewer: Caller, request: ListRequest): Promise<Page<Group>> {
    return this.lists.page(groupList(viewer), [LIVE_GROUP, ...where], request);
  }

  async insert(group: GroupChanges & { readonly id: number }): Promise<void> {
    await this.database.repository(GroupEntity).insert(group);
  }

  async update(id: number, changes: GroupChanges): Promise<void> {
    await this.database.repository(GroupEntity).update(id, { ...changes, updatedAt: () => 'now()' });
  }

  /**
   * Locks the group and its namespace for a change, which also keeps anything from being created below; false when it
   * is gone.
   */
  lock(id: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from groups g join namespaces n on n.id = g.id where g.id = ${id} and not g.pending_delete for update`);
  }

  /** Returns the visibilities of the group's direct children. */
  async childVisibilities(id: number): Promise<Visibility[]> {
    const rows = await this.database.rows(
      query(
        { visibility: text<Visibility>`visibility` },
        sql`
          select distinct visibility from projects where namespace_id = ${id} and not pending_delete
          union select g.visibility from groups g join namespaces n on n.id = g.id
            where n.parent_id = ${id} and not g.pending_delete`,
      ),
    );
    return rows.map(({ visibility }) => visibility);
  }
}

const groupList = ({ userId }: Caller) =>
  listOf({
    type: 'Group',
    columns: groupColumns(userId),
    from: ORDERED_GROUPS,
    joins: GROUP_JOINS,
    id: { sql: sql`n.id`, of: ({ id }) => id, type: 'bigint' },
    sorts: { name: 'name', path: 'path' },
    defaultSort: { by: 'name', direction: 'asc' },
  });
