import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from './caller.js';

/** Memberships that count: expired ones do not, from 00:00 UTC of their day (contract: conventions §8, core §7). */
export const LIVE = sql`(m.expires_at is null or m.expires_at > (now() at time zone 'utc')::date)`;

/** The user's level by a membership of the project itself, for `projects p`. */
export const levelInProject = (userId: number): Sql =>
  sql`(select m.level from members m where m.project_id = p.id and m.user_id = ${userId} and ${LIVE})`;

/** The user's highest level by memberships of the namespace's groups, for `namespaces n`. */
export const levelInGroups = (userId: number): Sql =>
  sql`(select max(m.level) from members m where m.user_id = ${userId} and m.group_id = any(n.traversal_ids) and ${LIVE})`;

/** Ids of the projects that the user is a direct member of. */
export const memberProjects = (userId: number, least = 0): Sql => sql`
  select m.project_id from members m
  where m.user_id = ${userId} and m.project_id is not null and m.level >= ${least} and ${LIVE}`;

/** Ids of the namespaces at and below the groups that the user is a member of. */
export const memberNamespaces = (userId: number, least = 0): Sql => sql`
  select below.id from members m join namespaces below on below.traversal_ids @> array[m.group_id]
  where m.user_id = ${userId} and m.group_id is not null and m.level >= ${least} and ${LIVE}`;

/** Projects that the caller may see, for `projects p`; null when there is no limit (contract: conventions §8). */
export function visibleProjects(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  if (caller.isAnonymous) {
    return sql`p.visibility = 'public'`;
  }
  const open = caller.seesInternal ? sql`p.visibility <> 'private'` : sql`p.visibility = 'public'`;
  return sql`${open} or p.id in (${memberProjects(caller.userId)}) or p.namespace_id in (${memberNamespaces(caller.userId)})`;
}

/** Groups that the caller may see, for `groups g`. */
export function visibleGroups(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  if (caller.isAnonymous) {
    return sql`g.visibility = 'public'`;
  }
  const open = caller.seesInternal ? sql`g.visibility <> 'private'` : sql`g.visibility = 'public'`;
  return sql`${open} or g.id in (${memberNamespaces(caller.userId)})`;
}
