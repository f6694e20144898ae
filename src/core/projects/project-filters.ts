import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { memberProjectSet, projectsWithin, visibleProjectSet } from '../access/levels.sql.js';
import type { ListCondition } from '../../platform/database/list-query.js';
import type { Visibility } from '../settings/visibility.js';

export interface ProjectFilters {
  readonly search?: string | undefined;
  readonly searchNamespaces?: boolean | undefined;
  readonly owned?: boolean | undefined;
  readonly membership?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly visibility?: Visibility | undefined;
  readonly archived?: boolean | undefined;
  readonly minAccessLevel?: number | undefined;
  readonly idAfter?: number | undefined;
  readonly idBefore?: number | undefined;
  readonly lastActivityAfter?: Date | undefined;
  readonly lastActivityBefore?: Date | undefined;
  readonly topic?: string | undefined;
  readonly repositoryStorage?: string | undefined;
}

const NOTHING = sql`false`;

/** What the caller may see and asked for, for `projects p` (contract: core §6). */
export function projectConditions(filters: ProjectFilters, caller: Caller): ListCondition[] {
  return [
    ...byMembership(filters, caller),
    visibleProjectSet(caller),
    ...byText(filters),
    filters.visibility && sql`p.visibility = ${filters.visibility}`,
    filters.archived !== undefined && sql`p.archived = ${filters.archived}`,
    filters.idAfter !== undefined && sql`p.id > ${filters.idAfter}`,
    filters.idBefore !== undefined && sql`p.id < ${filters.idBefore}`,
    filters.lastActivityAfter && sql`p.last_activity_at > ${filters.lastActivityAfter.toISOString()}`,
    filters.lastActivityBefore && sql`p.last_activity_at < ${filters.lastActivityBefore.toISOString()}`,
    filters.repositoryStorage !== undefined &&
      caller.isAdmin &&
      sql`p.repository_storage = ${filters.repositoryStorage}`,
  ].filter((condition) => condition instanceof Object);
}

function byMembership({ owned, membership, starred, minAccessLevel }: ProjectFilters, caller: Caller): ListCondition[] {
  const memberOf = (level: number) => memberProjectSet(caller.userId, level);
  return [
    ...(owned ? [memberOf(Role.Owner)] : []),
    ...(membership ? [memberOf(Role.Guest)] : []),
    ...(minAccessLevel === undefined ? [] : [memberOf(minAccessLevel)]),
    ...(starred ? [NOTHING] : []), // nothing is starred
  ];
}

function byText({ search, searchNamespaces, topic }: ProjectFilters): Sql[] {
  const part = search === undefined || search === '' ? undefined : containing(search);
  const found = searchNamespaces
    ? sql`p.name ilike ${part} or exists (select 1 from routes s where s.project_id = p.id and s.path ilike ${part})`
    : sql`p.name ilike ${part} or p.path ilike ${part}`;
  return [...(part === undefined ? [] : [found]), ...(topic ? [sql`p.topics @> array[${topic}]`] : [])];
}

/** Where in the tree the projects lie. */
export type ProjectRange = { readonly groupId: number; readonly withSubgroups: boolean } | { readonly ownerId: number };

export function within(range: ProjectRange): ListCondition {
  if ('ownerId' in range) {
    return sql`p.namespace_id = (select d.id from namespaces d where d.owner_id = ${range.ownerId})`;
  }
  return projectsWithin(range.groupId, range.withSubgroups);
}
