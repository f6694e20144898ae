import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { IdSet } from '../../platform/database/id-set.js';
import type { Caller } from './caller.js';

/**
 * The membership `m` counts: it has not expired, which it does at 00:00 UTC of its day (contract: conventions §8, core
 * §7).
 */
export const LIVE = live('m');

/** The user's level by a membership of the project itself, for `projects p`. */
export const levelInProject = (userId: number): Sql =>
  sql`(select m.level from members m where m.project_id = p.id and m.user_id = ${userId} and ${LIVE})`;

/** The user's highest level by memberships of the namespace's groups, for `namespaces n`. */
export const levelInGroups = (userId: number): Sql =>
  sql`(select max(m.level) from members m where m.user_id = ${userId} and m.group_id = any(n.traversal_ids) and ${LIVE})`;

/**
 * The user's highest level in the project, directly or by groups above it, 0 without one; for `projects p join
 * namespaces n`.
 */
export const effectiveLevel = (userId: number): Sql =>
  sql`greatest(coalesce(${levelInProject(userId)}, 0), coalesce(${levelInGroups(userId)}, 0))`;

/** Whether the user is a member of the project itself, with at least this level; evaluated per row. */
const isMemberOf = (userId: number, least: number, projectId: Sql): Sql => sql`(
  select true from members direct
  where direct.project_id = ${projectId} and direct.user_id = ${userId} and direct.level >= ${least} and ${live('direct')}
  limit 1)`;

/** Whether the user is a member of one of these groups, with at least this level; evaluated per row. */
const isMemberOfAny = (userId: number, least: number, groupIds: Sql): Sql => sql`(
  select true from members above
  where above.group_id = any(${groupIds}) and above.user_id = ${userId} and above.level >= ${least} and ${live('above')}
  limit 1)`;

/**
 * Whether the user has at least this level in the namespace, by a membership of a group at or above it. It is evaluated
 * per row, for lists that are read along their order until a page is full.
 */
export const holdsNamespace = (userId: number, least: number, namespaceId: Sql): Sql => sql`(
  select ${isMemberOfAny(userId, least, sql`holder.traversal_ids`)} from namespaces holder where holder.id = ${namespaceId})`;

/**
 * Whether the user has at least this level in the project, directly or by a group above it; evaluated per row of
 * `projects p`.
 */
export const holdsProject = (userId: number, least: number): Sql =>
  sql`(${isMemberOf(userId, least, sql`p.id`)} or ${holdsNamespace(userId, least, sql`p.namespace_id`)})`;

/** The project `p` is not being deleted. */
export const LIVE_PROJECT = sql`not p.pending_delete`;

/** The group `g` is not being deleted. */
export const LIVE_GROUP = sql`not g.pending_delete`;

/**
 * The namespace `n` belongs to a user, or to a group that is not being deleted; for `namespaces n left join groups g`.
 */
export const LIVE_NAMESPACE = sql`(n.owner_id is not null or not g.pending_delete)`;

/**
 * Ids of the namespace `top` and of all below it: their `traversal_ids` begin with those of `top`, which is one range
 * of `ix_namespaces_tree`. Here and below, `offset 0` makes the planner look rows up one by one, however many it
 * expects: most readers stop early.
 */
const BELOW = sql`
  select below.id from namespaces below
  where below.traversal_ids >= top.traversal_ids
    and below.traversal_ids < top.traversal_ids[:cardinality(top.traversal_ids) - 1] || (top.id + 1)
  offset 0`;

/** Ids of the namespaces at and below a group, each once. */
export const namespacesWithin = (groupId: number | Sql): Sql => sql`
  select below.id from namespaces top cross join lateral (${BELOW}) below where top.id = ${groupId}`;

/**
 * Ids of the namespaces at and below the groups that the user is a member of, each once. Only the topmost membership of
 * each tree is followed, since the others lie below it.
 */
export const memberNamespaces = (userId: number, least = 0): Sql => sql`
  select below.id
  from (
    select m.group_id from members m
    where m.user_id = ${userId} and m.group_id is not null and m.level >= ${least} and ${LIVE} offset 0) held
  cross join lateral (select n.id, n.traversal_ids from namespaces n where n.id = held.group_id offset 0) top
  cross join lateral (${BELOW}) below
  where not exists (
    select 1 from members a
    where a.user_id = ${userId} and a.group_id = any(top.traversal_ids[:cardinality(top.traversal_ids) - 1])
      and a.level >= ${least} and ${live('a')})`;

/** Ids of the user's projects, each once; `also` limits them further, for `projects p`. */
const projectsOfMember = (userId: number, least: number, also: Sql): Sql => sql`
  select p.id
  from (
    select m.project_id from members m
    where m.user_id = ${userId} and m.group_id is null and m.level >= ${least} and ${LIVE} offset 0) held
  cross join lateral (select p.id from projects p where p.id = held.project_id and ${LIVE_PROJECT} and ${also} offset 0) p
  union all
  select p.id from (${memberNamespaces(userId, least)}) reached
    cross join lateral (
      select p.id from projects p where p.namespace_id = reached.id and ${LIVE_PROJECT} and ${also} offset 0) p
  where ${isMemberOf(userId, least, sql`p.id`)} is not true`;

const groupsOfMember = (userId: number, least: number, also: Sql): Sql => sql`
  select g.id from (${memberNamespaces(userId, least)}) reached
    cross join lateral (select g.id from groups g where g.id = reached.id and ${LIVE_GROUP} and ${also} offset 0) g`;

/** Projects where the user has at least this level, for `projects p`. */
export const memberProjectSet = (userId: number, least: number): IdSet => ({
  ids: projectsOfMember(userId, least, sql`true`),
  condition: holdsProject(userId, least),
  includes: [LIVE_PROJECT],
});

/** Groups where the user has at least this level, for `groups g join namespaces n`. */
export const memberGroupSet = (userId: number, least: number): IdSet => ({
  ids: groupsOfMember(userId, least, sql`true`),
  condition: isMemberOfAny(userId, least, sql`n.traversal_ids`),
  includes: [LIVE_GROUP],
});

/** The user's own namespace and those of groups where they have at least this level, for `namespaces n`. */
export const ownNamespaceSet = (userId: number, least: number): IdSet => ({
  ids: sql`
    select n.id from namespaces n where n.owner_id = ${userId}
    union all
    ${groupsOfMember(userId, least, sql`true`)}`,
  condition: sql`
    n.owner_id = ${userId} or n.kind = 'group' and ${isMemberOfAny(userId, least, sql`n.traversal_ids`)}`,
  includes: [LIVE_NAMESPACE],
});

/** All of `namespaces n`, for administrators. */
export const liveNamespaceSet: IdSet = {
  ids: sql`
    select n.id from namespaces n where n.owner_id is not null
    union all
    select g.id from groups g where ${LIVE_GROUP}`,
  condition: LIVE_NAMESPACE,
  includes: [LIVE_NAMESPACE],
};

/** Projects in the group and, if asked, in all groups below it, for `projects p`. */
export const projectsWithin = (groupId: number | Sql, withSubgroups: boolean): IdSet => ({
  ids: withSubgroups
    ? sql`
      select p.id from (${namespacesWithin(groupId)}) within
        cross join lateral (
          select p.id from projects p where p.namespace_id = within.id and ${LIVE_PROJECT} offset 0) p`
    : sql`select p.id from projects p where p.namespace_id = ${groupId} and ${LIVE_PROJECT}`,
  condition: withSubgroups
    ? sql`(select ${groupId} = any(holder.traversal_ids) from namespaces holder where holder.id = p.namespace_id)`
    : sql`p.namespace_id = ${groupId}`,
  prefix: withSubgroups ? undefined : sql`p.namespace_id = ${groupId}`,
  includes: [LIVE_PROJECT],
});

/** The groups directly in a group, for `groups g join namespaces n`. */
export const groupsIn = (groupId: number): IdSet => {
  const isChild = sql`n.parent_id = ${groupId}`;
  return {
    ids: liveGroups(sql`select child.id from namespaces child where child.parent_id = ${groupId}`),
    condition: isChild,
    prefix: isChild,
    includes: [LIVE_GROUP],
  };
};

/** All groups below a group of the tree with this root, for `groups g join namespaces n`. */
export const groupsBelow = (id: number, rootId: number | undefined): IdSet => ({
  ids: liveGroups(sql`select within.id from (${namespacesWithin(id)}) within where within.id <> ${id}`),
  condition: sql`${id} = any(n.traversal_ids) and n.id <> ${id}`,
  prefix: sql`n.traversal_ids[1] = ${rootId}`,
  includes: [LIVE_GROUP],
});

/** Of these group ids, those of groups that are not being deleted. */
const liveGroups = (ids: Sql): Sql => sql`
  select g.id from (${ids}) found
    cross join lateral (select g.id from groups g where g.id = found.id and ${LIVE_GROUP} offset 0) g`;

/** A visibility that is asked for, as a literal: few rows have one of them, or most, and a plan is made for it. */
export type AskedVisibility = keyof typeof PROJECT_IS;

/** For `projects p`. */
export const PROJECT_IS = {
  private: sql`p.visibility = 'private'`,
  internal: sql`p.visibility = 'internal'`,
  public: sql`p.visibility = 'public'`,
};

/** For `groups g`. */
export const GROUP_IS = {
  private: sql`g.visibility = 'private'`,
  internal: sql`g.visibility = 'internal'`,
  public: sql`g.visibility = 'public'`,
} satisfies Record<AskedVisibility, Sql>;

/** Like {@link visibleProjects}, for lists; only of the visibility that is asked for, where one is. */
export function visibleProjectSet(caller: Caller, visibility?: AskedVisibility): IdSet | null {
  if (visibility !== undefined && isOpenTo(caller, visibility)) {
    const condition = PROJECT_IS[visibility];
    const ids = sql`select p.id from projects p where ${condition} and ${LIVE_PROJECT}`;
    return { ids, condition, includes: [LIVE_PROJECT] };
  }
  const condition = visibleProjects(caller);
  if (!condition) {
    return null;
  }
  if (visibility !== undefined) {
    return memberProjectSet(caller.userId, 0);
  }
  const isOpen = sql`p.visibility in (${openTo(caller)})`;
  const open = sql`select p.id from projects p where ${isOpen} and ${LIVE_PROJECT}`;
  if (caller.isAnonymous) {
    return { ids: open, condition, includes: [LIVE_PROJECT] };
  }
  const others = projectsOfMember(caller.userId, 0, sql`not ${isOpen}`);
  const parts = { open: isOpen, id: sql`p.id`, others };
  return { ids: sql`${open} union all ${others}`, condition, parts, includes: [LIVE_PROJECT] };
}

/**
 * Like {@link visibleGroups}, for lists of `groups g join namespaces n`; only of the visibility that is asked for, where
 * one is.
 */
export function visibleGroupSet(caller: Caller, visibility?: AskedVisibility): IdSet {
  if (visibility !== undefined && isOpenTo(caller, visibility)) {
    const condition = GROUP_IS[visibility];
    return {
      ids: sql`select g.id from groups g where ${condition} and ${LIVE_GROUP}`,
      condition,
      includes: [LIVE_GROUP],
    };
  }
  if (caller.isAdmin) {
    return { ids: sql`select g.id from groups g where ${LIVE_GROUP}`, condition: LIVE_GROUP, includes: [LIVE_GROUP] };
  }
  if (visibility !== undefined) {
    return memberGroupSet(caller.userId, 0);
  }
  const isOpen = sql`g.visibility in (${openTo(caller)})`;
  const open = sql`select g.id from groups g where ${isOpen} and ${LIVE_GROUP}`;
  if (caller.isAnonymous) {
    return { ids: open, condition: isOpen, includes: [LIVE_GROUP] };
  }
  const others = groupsOfMember(caller.userId, 0, sql`not ${isOpen}`);
  return {
    ids: sql`${open} union all ${others}`,
    condition: sql`${isOpen} or ${isMemberOfAny(caller.userId, 0, sql`n.traversal_ids`)}`,
    parts: { open: isOpen, id: sql`g.id`, others },
    includes: [LIVE_GROUP],
  };
}

/** Whether the caller sees everything of this visibility; otherwise only what they are a member of. */
const isOpenTo = ({ isAnonymous, isAdmin, seesInternal }: Caller, visibility: AskedVisibility): boolean =>
  visibility === 'public' || (visibility === 'internal' && (isAdmin || (!isAnonymous && seesInternal)));

/** The visibilities that need no membership of this caller, as a list of literals. */
const openTo = ({ isAnonymous, seesInternal }: Caller): Sql =>
  !isAnonymous && seesInternal ? sql`'public', 'internal'` : sql`'public'`;

/** Projects that the caller may see, for `projects p`; null when there is no limit (contract: conventions §8). */
export function visibleProjects(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  const open = sql`p.visibility in (${openTo(caller)})`;
  return caller.isAnonymous ? open : sql`${open} or ${holdsProject(caller.userId, 0)}`;
}

/** Groups that the caller may see, for `groups g`. */
export function visibleGroups(caller: Caller): Sql | null {
  if (caller.isAdmin) {
    return null;
  }
  const open = sql`g.visibility in (${openTo(caller)})`;
  return caller.isAnonymous ? open : sql`${open} or ${holdsNamespace(caller.userId, 0, sql`g.id`)}`;
}

/** The membership counts, for `members` under this alias; see {@link LIVE}. */
export function live(alias: string): Sql {
  const m = raw(alias);
  return sql`(${m}.expires_at is null or ${m}.expires_at > (now() at time zone 'utc')::date)`;
}
