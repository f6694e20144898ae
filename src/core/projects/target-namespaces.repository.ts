import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import { levelInGroups } from '../access/levels.sql.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { Visibility } from '../settings/visibility.js';

/** A namespace that may take a project, as the caller sees it. */
export interface TargetNamespace {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly fullPath: string;
  readonly ownerId: number | null;
  /** Null for a personal namespace, which limits nothing. */
  readonly visibility: Visibility | null;
  readonly projectCreationLevel: 'developer' | 'maintainer' | 'noone' | null;
  readonly level: number;
}

@Injectable()
export class TargetNamespacesRepository {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly database: Database,
  ) {}

  /** The namespace, held against deletion and renames until the transaction ends. */
  async lock(namespaceId: number, viewerId: number): Promise<TargetNamespace | null> {
    await this.namespaces.hold(namespaceId);
    return this.database.row<TargetNamespace>(sql`
      select n.id, n.kind, r.path as "fullPath", n.owner_id as "ownerId", g.visibility,
             g.project_creation_level as "projectCreationLevel", coalesce(${levelInGroups(viewerId)}, 0) as level
      from namespaces n join routes r on r.namespace_id = n.id left join groups g on g.id = n.id
      where n.id = ${namespaceId} and not coalesce(g.pending_delete, false)`);
  }

  async lockPersonal(ownerId: number, viewerId: number): Promise<TargetNamespace | null> {
    const own = await this.database.row<{ id: number }>(sql`select id from namespaces where owner_id = ${ownerId}`);
    return own && this.lock(own.id, viewerId);
  }
}
