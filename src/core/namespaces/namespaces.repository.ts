import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import { extended, integer, nullable, returning, select, text } from '../../platform/database/typed-sql.js';
import type { Caller } from '../access/caller.js';
import { levelInGroups, LIVE_NAMESPACE } from '../access/levels.sql.js';
import type { Visibility } from '../settings/visibility.js';
import { NamespaceEntity } from './namespace.entity.js';
import type { Namespace, NamespaceKind, SeenNamespace } from './namespace.js';

export interface NewNamespace {
  readonly kind: NamespaceKind;
  readonly name: string;
  readonly path: string;
  readonly ownerId?: number;
  readonly parent?: Pick<Namespace, 'id' | 'fullPath' | 'traversalIds'>;
}

const CREATED = columnsOf(NamespaceEntity, 'n', 'id');
const COLUMNS = {
  ...columnsOf(NamespaceEntity, 'n', 'id', 'kind', 'name', 'path', 'parentId', 'traversalIds'),
  fullPath: text`r.path`,
};
const FROM = sql`namespaces n join routes r on r.namespace_id = n.id left join groups g on g.id = n.id`;

const SEEN_COLUMNS = { ...COLUMNS, visibility: nullable(text<Visibility>`g.visibility`) };
const seenColumns = ({ userId }: Caller) =>
  extended(SEEN_COLUMNS, {
    level: integer`coalesce(${levelInGroups(userId)}, 0)`,
  });

const NAMESPACES = listOf({
  type: 'Namespace',
  columns: COLUMNS,
  from: sql`namespaces n left join groups g on g.id = n.id`,
  joins: { to: 'n', sql: sql`join routes r on r.namespace_id = n.id` },
  defaultSort: { by: 'id', direction: 'asc' },
});

const systemAccountOf = (path: string) =>
  sql`select 1 from users s where s.kind <> 'human' and lower(s.username) = lower(${path})`;

/**
 * Namespaces and their paths. Users, groups and projects share one set of paths, kept unique by one index (contract:
 * core §2, §11).
 */
@Injectable()
export class NamespacesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findSeen(id: number, viewer: Caller): Promise<SeenNamespace | null> {
    return this.database.lookup(
      select(seenColumns(viewer), sql`from ${FROM} where n.id = ${id} and ${LIVE_NAMESPACE}`),
    );
  }

  findByPath(path: string, viewer: Caller): Promise<SeenNamespace | null> {
    return this.database.lookup(
      select(
        seenColumns(viewer),
        sql`from ${FROM} where lower(r.path) collate "C" = lower(${path}) and ${LIVE_NAMESPACE}`,
      ),
    );
  }

  page(where: readonly ListCondition[], page: PageRequest): Promise<Page<Namespace>> {
    return this.lists.page(NAMESPACES, [LIVE_NAMESPACE, ...where], { page });
  }

  /** Returns null when the path is taken; the caller's transaction must then be rolled back. */
  async create(namespace: NewNamespace): Promise<number | null> {
    const created = await this.database.row(
      returning(
        CREATED,
        sql`
          insert into namespaces as n (id, kind, name, path, parent_id, owner_id, traversal_ids)
          select next.id, ${namespace.kind}, ${namespace.name}, ${namespace.path}, ${namespace.parent?.id ?? null}::bigint,
                 ${namespace.ownerId ?? null}::bigint, ${[...(namespace.parent?.traversalIds ?? [])]}::bigint[] || next.id
          from (select nextval(pg_get_serial_sequence('namespaces', 'id')) as id) next`,
      ),
    );
    if (!created) {
      return null;
    }
    const fullPath = namespace.parent ? `${namespace.parent.fullPath}/${namespace.path}` : namespace.path;
    const claimed = await this.claimPath(fullPath, { namespaceId: created.id });
    return claimed ? created.id : null;
  }

  /** Returns false when the path is taken, in any case; system accounts hold theirs without a namespace. */
  async claimPath(path: string, holder: { namespaceId: number } | { projectId: number }): Promise<boolean> {
    const namespaceId = 'namespaceId' in holder ? holder.namespaceId : null;
    const projectId = 'projectId' in holder ? holder.projectId : null;
    const inserted = await this.database.run(sql`
      insert into routes (path, namespace_id, project_id)
      select ${path}, ${namespaceId}::bigint, ${projectId}::bigint where not exists (${systemAccountOf(path)})
      on conflict do nothing`);
    return inserted > 0;
  }

  /** Only a snapshot: {@link claimPath} decides. */
  isTaken(path: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from routes where lower(path) collate "C" = lower(${path}) union all ${systemAccountOf(path)} limit 1`);
  }

  /** Locks a namespace for a rename, a change of its visibility, or its deletion. */
  async lock(id: number): Promise<void> {
    await this.database.run(sql`select 1 from namespaces where id = ${id} for update`);
  }

  /**
   * Locks the tree that this namespace belongs to, before anything else in it, for changes of groups with everything
   * below. All locks in a tree begin at its root, which prevents deadlocks (contract: core §11).
   */
  async lockTree(id: number): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces where id = (select n.traversal_ids[1] from namespaces n where n.id = ${id}) for update`);
  }

  /**
   * Keeps a namespace and those above it unchanged until the transaction ends, so that something can be created or
   * moved below. The lock is shared (contract: core §11).
   */
  async hold(id: number): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces a
      where a.id in (select unnest(n.traversal_ids) from namespaces n where n.id = ${id})
      order by cardinality(a.traversal_ids) for share of a`);
  }

  /** Like {@link hold}, for the personal namespace of a user. */
  async holdPersonal(ownerId: number): Promise<void> {
    await this.database.run(sql`select 1 from namespaces where owner_id = ${ownerId} for share`);
  }

  /** Returns the length in characters of the longest path at and below this one. */
  async longestBelow(path: string): Promise<number> {
    const row = await this.database.row(
      select(
        { longest: nullable(integer`max(length(path))`) },
        sql`from routes where lower(path) collate "C" = lower(${path}) or starts_with(lower(path), lower(${path}) || '/')`,
      ),
    );
    return row?.longest ?? 0;
  }

  /** Renames a path and everything below it in one statement; false when the new path is taken. */
  async renamePath(from: string, to: string): Promise<boolean> {
    try {
      const moved = await this.database.run(sql`
        update routes set path = ${to} || substr(path, ${from.length + 1}::int)
        where (lower(path) collate "C" = lower(${from}) or starts_with(lower(path), lower(${from}) || '/'))
          and not exists (${systemAccountOf(to)})`);
      return moved > 0;
    } catch (error) {
      if (brokenConstraint(error) === 'uq_routes_path') {
        return false;
      }
      throw error;
    }
  }

  async rename(id: number, changes: { readonly name?: string; readonly path?: string }): Promise<void> {
    await this.database.run(sql`
      update namespaces set name = coalesce(${changes.name ?? null}, name), path = coalesce(${changes.path ?? null}, path)
      where id = ${id}`);
  }
}
