import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { sees } from '../access/sees.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { levelInGroups } from '../members/levels.sql.js';
import type { Visibility } from '../settings/visibility.js';

/** A namespace that may take a project, as the caller sees it. */
export interface ProjectPlace {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly fullPath: string;
  readonly ownerId: number | null;
  /** Null for a personal namespace, which limits nothing. */
  readonly visibility: Visibility | null;
  readonly projectCreationLevel: 'developer' | 'maintainer' | 'noone' | null;
  readonly level: number;
}

const LEAST: Readonly<Record<'developer' | 'maintainer', Role>> = {
  developer: Role.Developer,
  maintainer: Role.Maintainer,
};

/** Where a caller may create projects (contract: core §6). */
@Injectable()
export class ProjectPlaces {
  constructor(
    private readonly namespaces: NamespacesRepository,
    private readonly database: Database,
  ) {}

  /** Holds the namespace against deletion and renames; throws 404 when it is missing or hidden, 403 without the right. */
  async getForCreation(namespaceId: number, caller: Caller): Promise<ProjectPlace> {
    const place = await this.find(sql`n.id = ${namespaceId}`, caller);
    if (!place || !isVisible(place, caller)) {
      throw notFound('Namespace');
    }
    if (!mayCreate(place, caller)) {
      throw forbidden();
    }
    return place;
  }

  /** The personal namespace of a user; throws 403 for accounts that have none. */
  async getPersonal(userId: number, caller: Caller): Promise<ProjectPlace> {
    const place = await this.find(sql`n.owner_id = ${userId}`, caller);
    if (!place) {
      throw forbidden();
    }
    return place;
  }

  private async find(condition: Sql, caller: Caller): Promise<ProjectPlace | null> {
    const namespace = await this.database.row<{ id: number }>(sql`select n.id from namespaces n where ${condition}`);
    if (!namespace) {
      return null;
    }
    await this.namespaces.hold(namespace.id);
    return this.database.row<ProjectPlace>(sql`
      select n.id, n.kind, r.path as "fullPath", n.owner_id as "ownerId", g.visibility,
             g.project_creation_level as "projectCreationLevel", coalesce(${levelInGroups(caller.userId)}, 0) as level
      from namespaces n join routes r on r.namespace_id = n.id left join groups g on g.id = n.id
      where n.id = ${namespace.id} and not coalesce(g.pending_delete, false)`);
  }
}

const isVisible = (place: ProjectPlace, caller: Caller): boolean =>
  place.visibility === null || sees(caller, place.visibility, place.level);

function mayCreate(place: ProjectPlace, caller: Caller): boolean {
  if (place.kind === 'user') {
    return caller.isAdmin || place.ownerId === caller.userId;
  }
  const needed = place.projectCreationLevel ?? 'noone';
  return needed === 'noone' ? caller.isAdmin : caller.isAtLeast(LEAST[needed], place.level);
}
