import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { extended, integer, nullable, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { levelInGroups } from '../access/levels.sql.js';
import { NamespaceEntity } from '../namespaces/namespace.entity.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { Visibility } from '../settings/visibility.js';

const COLUMNS = {
  ...columnsOf(NamespaceEntity, 'n', 'id', 'kind', 'ownerId'),
  fullPath: text`r.path`,
  /** Null for a personal namespace, which does not limit the visibility of its projects. */
  visibility: nullable(text<Visibility>`g.visibility`),
  projectCreationLevel: nullable(text<'developer' | 'maintainer' | 'noone'>`g.project_creation_level`),
};

const targetColumns = (viewerId: number) =>
  extended(COLUMNS, { level: integer`coalesce(${levelInGroups(viewerId)}, 0)` });

/** A namespace in which a project may be created, with the caller's level. */
export type TargetNamespace = RowOf<ReturnType<typeof targetColumns>>;

@Injectable()
export class TargetNamespacesRepository {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly database: Database,
  ) {}

  /** The namespace, locked against deletion and renames until the transaction ends. */
  lock(namespaceId: number, viewerId: number): Promise<TargetNamespace | null> {
    return this.findHeld(this.namespaces.hold(namespaceId), sql`n.id = ${namespaceId}`, viewerId);
  }

  lockPersonal(ownerId: number, viewerId: number): Promise<TargetNamespace | null> {
    return this.findHeld(this.namespaces.holdPersonal(ownerId), sql`n.owner_id = ${ownerId}`, viewerId);
  }

  /** Finds it as it is once it is held; both statements are sent together. */
  private async findHeld(held: Promise<void>, isMeant: Sql, viewerId: number): Promise<TargetNamespace | null> {
    const [, target] = await Promise.all([
      held,
      this.database.row(
        select(
          targetColumns(viewerId),
          sql`from namespaces n join routes r on r.namespace_id = n.id left join groups g on g.id = n.id
            where ${isMeant} and not coalesce(g.pending_delete, false)`,
        ),
      ),
    ]);
    return target;
  }
}
