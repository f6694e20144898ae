import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { holdsProject, LIVE_PROJECT, projectsWithin } from '../../../core/access/levels.sql.js';
import { Role } from '../../../core/access/role.js';

/** Projects whose packages the caller may read, for `projects p` (contract: packages §2). */
export function readablePackages(caller: Pick<Caller, 'isAdmin' | 'isAnonymous' | 'seesInternal' | 'userId'>): Sql {
  if (caller.isAdmin) {
    return sql`p.packages_enabled`;
  }
  const isOpen = caller.seesInternal ? sql`p.visibility <> 'private'` : sql`p.visibility = 'public'`;
  return caller.isAnonymous
    ? sql`p.packages_enabled and ${isOpen}`
    : sql`p.packages_enabled and (${isOpen}
        or p.visibility = 'internal' and ${holdsProject(caller.userId, Role.Guest)}
        or ${holdsProject(caller.userId, Role.Reporter)})`;
}

/**
 * `from projects p`: those in the group that have packages and that are so. Whether one has any is asked before the rights,
 * since a large group has few that do.
 */
export const projectsWithPackages = (groupId: number | Sql, withSubgroups: boolean, isReadable: Sql): Sql => sql`
  from (
      select within.id from (${projectsWithin(groupId, withSubgroups).ids}) within
      where exists (select from packages k where k.project_id = within.id and k.status <> 'pending_destruction')
      offset 0) holder
    join projects p on p.id = holder.id
  where ${LIVE_PROJECT} and (${isReadable})`;

/** Projects whose packages the caller may delete unless they are archived, for `projects p`. */
export const deletablePackages = ({ isAdmin, userId }: Caller): Sql =>
  isAdmin ? sql`true` : sql`${holdsProject(userId, Role.Maintainer)} is true`;
