import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { integer, nullable, returning, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import type { Named } from '../deletions/deletion-preview.js';
import { hiddenPath } from '../namespaces/hidden-path.sql.js';
import { leastOpen } from '../settings/least-open.sql.js';
import { levelInGroups, levelInProject, namespacesWithin } from '../access/levels.sql.js';
import { ProjectEntity } from './project.entity.js';

/** The projects of a deletion: one, all below a group, or all of a user's own namespace. */
export type ProjectSelection =
  { readonly projectId: number } | { readonly groupId: number } | { readonly ownerId: number };

const ID = columnsOf(ProjectEntity, 'p', 'id');
const NAMED = columnsOf(ProjectEntity, 'p', 'id', 'name');
const HIDDEN = columnsOf(ProjectEntity, 'p', 'repositoryStorage', 'namespaceId');

/** For `projects p`. */
function isSelected(which: ProjectSelection): Sql {
  if ('projectId' in which) {
    return sql`p.id = ${which.projectId}`;
  }
  return 'groupId' in which
    ? sql`p.namespace_id in (${namespacesWithin(which.groupId)})`
    : sql`p.namespace_id in (select n.id from namespaces n where n.owner_id = ${which.ownerId})`;
}

/** The two steps of a project's deletion (contract: core §10). */
@Injectable()
export class ProjectDeletionsRepository {
  constructor(private readonly database: Database) {}

  /** The projects that {@link hide} would hide, ordered by id. */
  preview(which: ProjectSelection): Promise<Named[]> {
    return this.database.rows(
      select(NAMED, sql`from projects p where not p.pending_delete and ${isSelected(which)} order by p.id`),
    );
  }

  /** Hides the projects: after the commit they are answered 404, and their paths are free. Answers their ids. */
  async hide(which: ProjectSelection, deletionId: string | null): Promise<number[]> {
    await this.database.run(sql`
      update routes r set path = ${hiddenPath(sql`p.id`)}
      from projects p where r.project_id = p.id and not p.pending_delete and ${isSelected(which)}`);
    const rows = await this.database.rows(
      returning(
        ID,
        sql`
          update projects p set pending_delete = true, former_path = p.path, deletion_id = ${deletionId}
          where not p.pending_delete and ${isSelected(which)}`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Undoes {@link hide} for this deletion and answers the ids; null when a path is taken. The visibility of a project
   * is lowered where its group is less open by now (contract: core §15.3).
   */
  async reveal(deletionId: string): Promise<number[] | null> {
    try {
      await this.database.run(sql`
        update routes r set path = nr.path || '/' || p.path
        from projects p join routes nr on nr.namespace_id = p.namespace_id
        where r.project_id = p.id and p.deletion_id = ${deletionId}`);
    } catch (error) {
      if (brokenConstraint(error) !== null) {
        return null;
      }
      throw error;
    }
    const outer = sql`(select g.visibility from groups g where g.id = p.namespace_id)`;
    const rows = await this.database.rows(
      returning(
        ID,
        sql`
          update projects p
          set pending_delete = false, former_path = null, deletion_id = null,
              visibility = ${leastOpen(sql`p.visibility`, outer)}
          where p.deletion_id = ${deletionId}`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** The deletion that hid this project alone, and the user's level there; else null. */
  findRestorable(id: number, userId: number): Promise<{ deletionId: string; level: number | null } | null> {
    return this.database.row(
      select(
        {
          deletionId: text`p.deletion_id`,
          level: nullable(integer`greatest(${levelInProject(userId)}, ${levelInGroups(userId)})`),
        },
        sql`from projects p join namespaces n on n.id = p.namespace_id
          where p.id = ${id} and p.deletion_id is not null and (n.owner_id is not null or n.kind = 'group')
            and not exists (select 1 from groups g where g.id = n.id and g.pending_delete)`,
      ),
    );
  }

  /**
   * Locks the namespaces of a deletion's projects, so that none is deleted during the restoration (contract: core §11).
   */
  async lockNamespaces(deletionId: string): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces a where a.id in (
        select unnest(n.traversal_ids) from projects p join namespaces n on n.id = p.namespace_id
        where p.deletion_id = ${deletionId})
      order by cardinality(a.traversal_ids), a.id for share of a`);
  }

  /** Whether a group that holds projects of this deletion is hidden itself, or their owner is gone. */
  isHidden(deletionId: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from projects p join namespaces n on n.id = p.namespace_id left join groups g on g.id = n.id
      where p.deletion_id = ${deletionId} and (g.pending_delete or (n.kind = 'user' and n.owner_id is null)) limit 1`);
  }

  /** Hidden projects, by id. */
  async hidden(which: ProjectSelection): Promise<number[]> {
    const rows = await this.database.rows(
      select(ID, sql`from projects p where p.pending_delete and ${isSelected(which)} order by p.id`),
    );
    return rows.map(({ id }) => id);
  }

  /** A hidden project, locked for its removal; null when it is gone. */
  lockHidden(id: number): Promise<RowOf<typeof HIDDEN> | null> {
    return this.database.row(select(HIDDEN, sql`from projects p where p.id = ${id} and p.pending_delete for update`));
  }

  /** Deactivates the bot accounts of the project's tokens, which are kept as authors. */
  async retireBots(projectId: number): Promise<void> {
    await this.database.run(sql`
      update users set state = 'deactivated'
      where kind = 'project_bot' and id in (select user_id from access_tokens where project_id = ${projectId})`);
  }

  async delete(id: number): Promise<void> {
    await this.database.repository(ProjectEntity).delete(id);
  }

  /** Deletes the namespace of a deleted user with its last project; concurrent removals wait for each other here. */
  async dropAbandonedNamespace(id: number): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces where id = ${id} and kind = 'user' and owner_id is null for update`);
    await this.database.run(sql`
      delete from namespaces n where n.id = ${id} and n.kind = 'user' and n.owner_id is null
        and not exists (select 1 from projects p where p.namespace_id = n.id)`);
  }
}
