import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import {
  memberProjectSet,
  PROJECT_IS,
  projectsWithin,
  visibleProjects,
  visibleProjectSet,
} from '../access/levels.sql.js';
import type { IdSet } from '../../platform/database/id-set.js';
import { PARENT } from '../../platform/database/list-windows.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import type { Visibility } from '../settings/visibility.js';
import { timeIs } from '../../platform/database/time-filter.js';

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
/** In the words of the partial index of archived projects. */
const ARCHIVED = sql`p.archived`;

/**
 * The conditions of the filters and of what the caller sees, for `projects p` (contract: core §6). `levelAbove` is the
 * caller's level in a group above all of these projects, which they have in each of them.
 */
export function projectConditions(filters: ProjectFilters, caller: Caller, levelAbove = 0): ListCondition[] {
  const { owned, membership, minAccessLevel = 0 } = filters;
  const least = Math.max(owned ? Role.Owner : 0, membership ? Role.Guest : 0, minAccessLevel);
  return [
    ...byText(filters),
    least > levelAbove
      ? memberProjectSet(caller.userId, least)
      : levelAbove === 0 && visibleProjectSet(caller, filters.visibility),
    filters.starred && NOTHING, // nothing is starred
    filters.visibility && PROJECT_IS[filters.visibility],
    filters.archived !== undefined && (filters.archived ? ARCHIVED : sql`not p.archived`),
    filters.idAfter !== undefined && sql`p.id > ${filters.idAfter}`,
    filters.idBefore !== undefined && sql`p.id < ${filters.idBefore}`,
    filters.lastActivityAfter && timeIs(sql`p.last_activity_at`, '>', filters.lastActivityAfter),
    filters.lastActivityBefore && timeIs(sql`p.last_activity_at`, '<', filters.lastActivityBefore),
    filters.repositoryStorage !== undefined &&
      caller.isAdmin &&
      sql`p.repository_storage = ${filters.repositoryStorage}`,
  ].filter((condition) => condition instanceof Object);
}

/** The conditions for projects of each of many groups that the caller sees, for `projects p`. */
export function groupProjectConditions(
  caller: Caller,
  { search, withSubgroups }: { readonly search?: string | undefined; readonly withSubgroups: boolean },
): Sql[] {
  const visible = visibleProjects(caller);
  return [
    sql`p.id in (${projectsWithin(PARENT, withSubgroups).ids})`,
    ...(visible ? [visible] : []),
    ...(search === undefined || search === '' ? [] : [named(containing(search))]),
  ];
}

function byText({ search, searchNamespaces, topic }: ProjectFilters): ListCondition[] {
  const part = search === undefined || search === '' ? undefined : containing(search);
  return [
    ...(part === undefined ? [] : [searchNamespaces ? namedWithPath(part) : named(part)]),
    ...(topic ? [sql`p.topics @> array[${topic}]`] : []),
  ];
}

const named = (part: string): Sql => sql`p.name ilike ${part} or p.path ilike ${part}`;

/** Like {@link named}, but also by the full path, which includes the project's own. */
const namedWithPath = (part: string): IdSet => ({
  ids: sql`
    select s.project_id as id from routes s where s.path ilike ${part} and s.project_id is not null
    union all
    select p.id from projects p where p.name ilike ${part}
      and not exists (select 1 from routes s where s.project_id = p.id and s.path ilike ${part})`,
  condition: sql`p.name ilike ${part} or exists (select 1 from routes s where s.project_id = p.id and s.path ilike ${part})`,
  includes: [],
});
