import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { brokenConstraint } from '../../platform/database/constraint.js';
import { Database } from '../../platform/database/database.js';

export interface Place {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
  readonly parentId: number | null;
  readonly ownerId: number | null;
  readonly traversalIds: readonly number[];
}

export interface NewNamespace {
  readonly kind: 'user' | 'group';
  readonly name: string;
  readonly path: string;
  readonly ownerId?: number;
  readonly parent?: Pick<Place, 'id' | 'fullPath' | 'traversalIds'>;
}

/** Names from the top group down, joined by ` / ` (contract: core §5). */
export const FULL_NAME = sql`
  (select string_agg(a.name, ' / ' order by array_position(n.traversal_ids, a.id))
     from namespaces a where a.id = any(n.traversal_ids))`;

/** Users, groups and projects share one set of paths, kept unique by one index (contract: core §2, §11). */
@Injectable()
export class NamespacesRepository {
  constructor(private readonly database: Database) {}

  find(id: number): Promise<Place | null> {
    return this.database.row<Place>(sql`
      select n.id, n.kind, n.name, n.path, r.path as "fullPath", ${FULL_NAME} as "fullName",
             n.parent_id as "parentId", n.owner_id as "ownerId", n.traversal_ids as "traversalIds"
      from namespaces n join routes r on r.namespace_id = n.id where n.id = ${id}`);
  }

  /** Null when the path is taken; the caller's transaction is then lost. */
  async create(place: NewNamespace): Promise<number | null> {
    const created = await this.database.row<{ id: number }>(sql`
      with made as (
        insert into namespaces (id, kind, name, path, parent_id, owner_id, traversal_ids)
        select next.id, ${place.kind}, ${place.name}, ${place.path}, ${place.parent?.id ?? null}::bigint,
               ${place.ownerId ?? null}::bigint, ${[...(place.parent?.traversalIds ?? [])]}::bigint[] || next.id
        from (select nextval(pg_get_serial_sequence('namespaces', 'id')) as id) next
        returning id)
      select id from made`);
    if (!created) {
      return null;
    }
    const fullPath = place.parent ? `${place.parent.fullPath}/${place.path}` : place.path;
    const claimed = await this.claimPath(fullPath, { namespaceId: created.id });
    return claimed ? created.id : null;
  }

  /** False when somebody else has the path, whatever its case. */
  async claimPath(path: string, holder: { namespaceId: number } | { projectId: number }): Promise<boolean> {
    const namespaceId = 'namespaceId' in holder ? holder.namespaceId : null;
    const projectId = 'projectId' in holder ? holder.projectId : null;
    const inserted = await this.database.run(sql`
      insert into routes (path, namespace_id, project_id) values (${path}, ${namespaceId}, ${projectId})
      on conflict do nothing`);
    return inserted > 0;
  }

  isTaken(path: string): Promise<boolean> {
    return this.database
      .row(sql`select 1 from routes where lower(path) collate "C" = lower(${path})`)
      .then((row) => row !== null);
  }

  /** Moves a path and everything below it in one statement each; false when the new path is taken. */
  async renamePath(from: string, to: string): Promise<boolean> {
    try {
      await this.database.run(sql`
        update routes set path = ${to} || substr(path, ${from.length + 1}::int)
        where lower(path) collate "C" = lower(${from})
           or starts_with(lower(path), lower(${from}) || '/')`);
      return true;
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
