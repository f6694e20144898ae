import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { holdsProject, LIVE_PROJECT, namespacesWithin, projectsWithin } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';
import { limitOf } from '../../../platform/database/list-query.js';

type Reader = Pick<Caller, 'isAdmin' | 'isAnonymous' | 'seesInternal' | 'userId'>;

const IN_ALL_PROJECTS = sql`p.packages_enabled`;

/**
 * Like {@link readablePackages}, but below a group where the caller has this level. A caller who may read there may
 * read in all its projects.
 */
export const readablePackagesBelow = (level: number | null, caller: Reader): Sql =>
  (level ?? 0) >= Role.Reporter ? IN_ALL_PROJECTS : readablePackages(caller);

/** Projects whose packages the caller may read, for `projects p` (contract: packages §2). */
export function readablePackages(caller: Reader): Sql {
  if (caller.isAdmin) {
    return IN_ALL_PROJECTS;
  }
  const isOpen = caller.seesInternal ? sql`p.visibility <> 'private'` : sql`p.visibility = 'public'`;
  return caller.isAnonymous
    ? sql`p.packages_enabled and ${isOpen}`
    : sql`p.packages_enabled and (${isOpen}
        or p.visibility = 'internal' and ${holdsProject(caller.userId, Role.Guest)}
        or ${holdsProject(caller.userId, Role.Reporter)})`;
}

const HAS_PACKAGE = sql`k.status <> 'pending_destruction'`;

/** Projects of a larger group are not scanned, unless even more projects of the instance have packages. */
const LARGE = 2000;
const FEW_WITH_PACKAGES = 5000;

/** Whether the group has too many namespaces and projects to check them one by one. */
const isLarge = (groupId: number | Sql, withSubgroups: boolean): Sql => sql`(
  select count(*) > ${LARGE} from (
    select from (${withSubgroups ? namespacesWithin(groupId) : sql`select ${groupId}::bigint as id`}) reached
      left join lateral (select from projects p where p.namespace_id = reached.id offset 0) p on true
    ${limitOf(LARGE + 1)}) counted)`;

/**
 * `from projects p`: the projects in the group that have packages and meet the condition. Checks first whether a
 * project has packages, then the rights. Few projects of a large group have any, so for such a group the projects with
 * packages of the whole instance are read one by one instead.
 */
export const projectsWithPackages = (groupId: number | Sql, withSubgroups: boolean, isReadable: Sql): Sql => sql`
  from (
      with recursive found as (
        (select k.project_id from packages k where ${HAS_PACKAGE} order by k.project_id limit 1)
        union all
        select further.project_id from found f cross join lateral (
          select k.project_id from packages k where k.project_id > f.project_id and ${HAS_PACKAGE}
          order by k.project_id limit 1) further),
      few as materialized (select f.project_id from found f ${limitOf(FEW_WITH_PACKAGES + 1)}),
      choice as materialized (
        select case when ${isLarge(groupId, withSubgroups)}
          then (select count(*) <= ${FEW_WITH_PACKAGES} from few) else false end as is_by_packages)
      select p.id from few join projects p on p.id = few.project_id
      where (select c.is_by_packages from choice c) and (${projectsWithin(groupId, withSubgroups).condition})
      union all
      select within.id from (${projectsWithin(groupId, withSubgroups).ids}) within
      where (select not c.is_by_packages from choice c)
        and exists (select from packages k where k.project_id = within.id and ${HAS_PACKAGE})
      offset 0) holder
    join projects p on p.id = holder.id
  where ${LIVE_PROJECT} and (${isReadable})`;

/** Projects whose packages the caller may delete unless they are archived, for `projects p`. */
export const deletablePackages = ({ isAdmin, userId }: Caller): Sql =>
  isAdmin ? sql`true` : sql`${holdsProject(userId, Role.Maintainer)} is true`;
