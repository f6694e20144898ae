import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { bigint, integer, nullable, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import type { Named } from '../deletions/deletion-preview.js';
import { hiddenPath } from '../namespaces/hidden-path.sql.js';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { leastOpen } from '../settings/least-open.sql.js';
import { levelInGroups, LIVE, namespacesWithin } from '../access/levels.sql.js';
import { GroupEntity } from './group.entity.js';

const NAMED = { ...columnsOf(GroupEntity, 'g', 'id'), ...columnsOf(NamespaceEntity, 'n', 'name') };

const HIDDEN_GROUP_COLUMNS = { groupId: bigint`g.id`, ...columnsOf(GroupEntity, 'g', 'repositoryStorage') };
export type HiddenGroup = RowOf<typeof HIDDEN_GROUP_COLUMNS>;

const SOLE_OWNED = { ...columnsOf(GroupEntity, 'g', 'id'), path: text`r.path` };

/** The two steps of a group's deletion, and what is deleted together with a user (contract: core §3, §10). */
@Injectable()
export class GroupDeletionsRepository {
  constructor(private readonly database: Database) {}

  /** After the commit the group and its subgroups answer 404 to everyone, and their paths are free. */
  async hide(groupId: number, deletionId: string): Promise<void> {
    await this.database.run(sql`
      update routes r set path = ${hiddenPath(sql`r.namespace_id`)}
      from groups g where g.id = r.namespace_id and g.id in (${namespacesWithin(groupId)}) and not g.pending_delete`);
    await this.database.run(sql`
      update groups g set pending_delete = true, former_path = n.path, deletion_id = ${deletionId}
      from namespaces n where n.id = g.id and g.id in (${namespacesWithin(groupId)}) and not g.pending_delete`);
  }

  /** Returns the groups that {@link hide} would hide, by id. */
  permissionBelow(groupId: number): Promise<Named[]> {
    return this.database.rows(
      select(
        NAMED,
        sql`from groups g join namespaces n on n.id = g.id
          where g.id in (${namespacesWithin(groupId)}) and not g.pending_delete order by g.id`,
      ),
    );
  }

  /** Returns the deletion that was made for this very group, and the user's level there; otherwise null. */
  findRestorable(id: number, userId: number): Promise<{ deletionId: string; level: number | null } | null> {
    return this.database.row(
      select(
        { deletionId: text`g.deletion_id`, level: nullable(integer`${levelInGroups(userId)}`) },
        sql`from groups g join namespaces n on n.id = g.id
          where g.id = ${id} and g.deletion_id is not null
            and not exists (select 1 from groups o where o.id = n.parent_id and o.pending_delete)`,
      ),
    );
  }

  /** Locks the groups above the hidden ones, so that none is deleted during the restoration (contract: core §11). */
  async lockNamespaces(deletionId: string): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces a where a.id in (
        select unnest(o.traversal_ids) from groups g join namespaces n on n.id = g.id join namespaces o on o.id = n.parent_id
        where g.deletion_id = ${deletionId})
        and not exists (select 1 from groups g where g.id = a.id and g.deletion_id = ${deletionId})
      order by cardinality(a.traversal_ids), a.id for share of a`);
  }

  /** Whether another deletion hides the group above the ones hidden by this deletion. */
  isHidden(deletionId: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from groups g join namespaces n on n.id = g.id join groups o on o.id = n.parent_id
      where g.deletion_id = ${deletionId} and o.pending_delete and o.deletion_id is distinct from ${deletionId} limit 1`);
  }

  /**
   * Reverts what {@link hide} did for this deletion, top down. Visibilities are limited to that of the group above.
   * Returns false when a path is taken (contract: core §15.3).
   */
  async reveal(deletionId: string): Promise<boolean> {
    try {
      await this.database.run(sql`
        with recursive revealed as (
          select n.id, coalesce(pr.path || '/', '') || n.path as path
          from groups g join namespaces n on n.id = g.id left join routes pr on pr.namespace_id = n.parent_id
            left join groups o on o.id = n.parent_id
          where g.deletion_id = ${deletionId} and o.deletion_id is distinct from ${deletionId}
          union all
          select n.id, t.path || '/' || n.path
          from revealed t join namespaces n on n.parent_id = t.id join groups g on g.id = n.id
          where g.deletion_id = ${deletionId})
        update routes r set path = revealed.path from revealed where r.namespace_id = revealed.id`);
    } catch (error) {
      if (brokenConstraint(error) !== null) {
        return false;
      }
      throw error;
    }
    const outer = sql`(
      select o.visibility from groups top join namespaces t on t.id = top.id join groups o on o.id = t.parent_id
      where top.deletion_id = ${deletionId} and o.deletion_id is distinct from ${deletionId})`;
    await this.database.run(sql`
      update groups g
      set pending_delete = false, former_path = null, deletion_id = null,
          visibility = ${leastOpen(sql`g.visibility`, outer)}
      where g.deletion_id = ${deletionId}`);
    return true;
  }

  /** Returns the hidden groups at and below this one, the deepest first. */
  hiddenBelow(groupId: number): Promise<HiddenGroup[]> {
    return this.database.rows(
      select(
        HIDDEN_GROUP_COLUMNS,
        sql`from groups g join namespaces n on n.id = g.id
          where g.id in (${namespacesWithin(groupId)}) and g.pending_delete
          order by cardinality(n.traversal_ids) desc, g.id`,
      ),
    );
  }

  /** The accounts of the group's tokens are kept as authors. */
  async retireBots(groupId: number): Promise<void> {
    await this.database.run(sql`
      update users set state = 'deactivated'
      where kind = 'group_bot' and id in (select user_id from access_tokens where group_id = ${groupId})`);
  }

  async delete(groupId: number): Promise<void> {
    await this.database.repository(NamespaceEntity).delete(groupId);
  }

  async lockOwned(userId: number): Promise<void> {
    await this.database.run(sql`
      select g.id from groups g where g.id in (select m.group_id from members m where m.user_id = ${userId} and m.level = 50)
      order by g.id for no key update`);
  }

  /** Locks and returns the top-level groups without another owner; token bots and expired memberships do not count. */
  soleOwned(userId: number): Promise<RowOf<typeof SOLE_OWNED>[]> {
    return this.database.rows(
      select(
        SOLE_OWNED,
        sql`from members o join groups g on g.id = o.group_id
            join namespaces n on n.id = g.id join routes r on r.namespace_id = g.id
          where o.user_id = ${userId} and o.level = 50 and n.parent_id is null and not g.pending_delete
            and not exists (
              select 1 from members m join users u on u.id = m.user_id
              where m.group_id = g.id and m.level = 50 and m.user_id <> ${userId} and u.kind = 'human' and ${LIVE})
          order by r.path for update of g`,
      ),
    );
  }

  /** A personal namespace outlives its user until its projects are gone; its path is free at once. */
  async abandonNamespaceOf(userId: number): Promise<void> {
    await this.database.run(sql`
      update routes r set path = ${hiddenPath(sql`r.namespace_id`)}
      where r.namespace_id in (select n.id from namespaces n where n.owner_id = ${userId})`);
    await this.database.run(sql`
      update namespaces n set owner_id = null
      where owner_id = ${userId} and exists (select 1 from projects p where p.namespace_id = n.id)`);
  }
}
