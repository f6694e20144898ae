import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { IdSet } from '../../platform/database/id-set.js';
import type { Caller } from './caller.js';

/** Memberships that count: expired ones do not, from 00:00 UTC of their day (contract: conventions §8, core §7). */
export const LIVE = live('m');

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

/** For `projects p`: not about to be removed. */
export const LIVE_PROJECT = sql`not p.pending_delete`;

/** For `groups g`: not about to be removed. */
export const LIVE_GROUP = sql`not g.pending_delete`;

/**
 * The same as {@link memberNamespaces}, each once and read one after the other: what lies below the highest of the
 * user's memberships of each tree.
 */
const namespacesOfMember = (userId: number, least: number): Sql => sql`
  select below.id from members m
    join namespaces top on top.id = m.group_id
    join namespaces below on below.traversal_ids @> array[m.group_id]
  where m.user_id = ${userId} and m.level >= ${least} and ${LIVE} and not exists (
    select 1 from members a
    where a.user_id = m.user_id and a.group_id = any(top.traversal_ids) and a.group_id <> m.group_id
      and a.level >= ${least} and ${live('a')})`;

/** Ids of the user's projects, each once; `also` limits them further, for `projects p`. */
const projectsOfMember = (userId: number, least: number, also: Sql): Sql => sql`
  select p.id from projects p where p.id in (${memberProjects(userId, least)}) and ${LIVE_PROJECT} and ${also}
  union all
  select p.id from (${namespacesOfMember(userId, least)}) reached
    cross join lateral (select p.* from projects p where p.namespace_id = reached.id) p
  where ${LIVE_PROJECT} and ${also} and p.id not in (${memberProjects(userId, least)})`;

const groupsOfMember = (userId: number, least: number, also: Sql): Sql => sql`
  select g.id from (${namespacesOfMember(userId, least)}) reached
    cross join lateral (select g.* from groups g where g.id = reached.id) g
  where ${LIVE_GROUP} and ${also}`;

/** Projects where the user has at least this level, for `projects p`. */
export const memberProjectSet = (userId: number, least: number): IdSet => ({
  ids: projectsOfMember(userId, least, sql`true`),
  condition: sql`p.id in (${memberProjects(userId, least)}) or p.namespace_id in (${memberNamespaces(userId, least)})`,
  includes: [LIVE_PROJECT],
});

/** Groups where the user has at least this level, for `groups g`. */
export const memberGroupSet = (userId: number, least: number): IdSet => ({
  ids: groupsOfMember(userId, least, sql`true`),
  condition: sql`g.id in (${memberNamespaces(userId, least)})`,
  includes: [LIVE_GROUP],
});

/** The user's own namespace and those of groups where they have at least this level, for `namespaces n`. */
export const ownNamespaceSet = (userId: number, least: number): IdSet => ({
  ids: sql`
    select n.id from namespaces n where n.owner_id = ${userId}
    union all
    select reached.id from (${namespacesOfMember(userId, least)}) reached`,
  condition: sql`n.owner_id = ${userId} or n.id in (${memberNamespaces(userId, least)})`,
  includes: [],
});

/** Projects in the group and, if asked, in all groups below it, for `projects p`. */
export const projectsWithin = (groupId: number, withSubgroups: boolean): IdSet => ({
  ids: withSubgroups
    ? sql`
      select p.id from namespaces below
        cross join lateral (select p.* from projects p where p.namespace_id = below.id) p
      where below.traversal_ids @> array[${groupId}::bigint] and ${LIVE_PROJECT}`
    : sql`select p.id from projects p where p.namespace_id = ${groupId} and ${LIVE_PROJECT}`,
  condition: withSubgroups
    ? sql`p.namespace_id in (select d.id from namespaces d where d.traversal_ids @> array[${groupId}::bigint])`
    : sql`p.namespace_id = ${groupId}`,
  includes: [LIVE_PROJECT],
});

/** The groups directly in a group, or all below it, for `groups g join namespaces n`. */
export const groupsWithin = (groupId: number, atAnyDepth: boolean): IdSet => {
  const condition = atAnyDepth
    ? sql`n.traversal_ids @> array[${groupId}::bigint] and n.id <> ${groupId}`
    : sql`n.parent_id = ${groupId}`;
  return {
    ids: sql`
      select g.id from namespaces n cross join lateral (select g.* from groups g where g.id = n.id) g
      where ${condition} and ${LIVE_GROUP}`,
    condition,
    includes: [LIVE_GROUP],
  };
};

/** As {@link visibleProjects}, for lists. */
export function visibleProjectSet(caller: Caller): IdSet | null {
  const condition = visibleProjects(caller);
  if (!condition) {
    return null;
  }
  const open = sql`select p.id from projects p where p.visibility in (${openTo(caller)}) and ${LIVE_PROJECT}`;
  const own = projectsOfMember(caller.userId, 0, sql`p.visibility not in (${openTo(caller)})`);
  return { ids: caller.isAnonymous ? open : sql`${open} union all ${own}`, condition, includes: [LIVE_PROJECT] };
}

/** As {@link visibleGroups}, for lists. */
export function visibleGroupSet(caller: Caller): IdSet | null {
  const condition = visibleGroups(caller);
  if (!condition) {
    return null;
  }
  const open = sql`select g.id from groups g where g.visibility in (${openTo(caller)}) and ${LIVE_GROUP}`;
  const own = groupsOfMember(caller.userId, 0, sql`g.visibility not in (${openTo(caller)})`);
  return { ids: caller.isAnonymous ? open : sql`${open} union all ${own}`, condition, includes: [LIVE_GROUP] };
}

/** The visibilities that the caller needs no membership for, as a list of literals. */
const openTo = ({ isAnonymous, seesInternal }: Caller): Sql =>
  !isAnonymous && seesInternal ? sql`'public', 'internal'` : sql`'public'`;

/** Projects that the caller may see, for `projects p`; null when there is no limit (contract: conventions §8). */
export function visibleProjects(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  const open = sql`p.visibility in (${openTo(caller)})`;
  return caller.isAnonymous
    ? open
    : sql`${open} or p.id in (${memberProjects(caller.userId)}) or p.namespace_id in (${memberNamespaces(caller.userId)})`;
}

/** Groups that the caller may see, for `groups g`. */
export function visibleGroups(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  const open = sql`g.visibility in (${openTo(caller)})`;
  return caller.isAnonymous ? open : sql`${open} or g.id in (${memberNamespaces(caller.userId)})`;
}

/** For `members` under another name. */
function live(alias: string): Sql {
  const m = raw(alias);
  return sql`(${m}.expires_at is null or ${m}.expires_at > (now() at time zone 'utc')::date)`;
}
