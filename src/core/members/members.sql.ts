import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { PLANNED_ANEW } from '../../platform/database/planned-anew.js';
import { LIVE } from '../access/levels.sql.js';
import type { MemberContainer } from './member.js';

type Container = Pick<MemberContainer, 'type' | 'id' | 'traversalIds'>;

/** Valid memberships of the user in the container, direct or inherited, for `members m`. */
const membershipOf = ({ type, id, traversalIds }: Container, userId: Sql): Sql => {
  const inherited = sql`m.group_id = any(${[...traversalIds]}::bigint[])`;
  const held = type === 'project' ? sql`m.project_id = ${id} or ${inherited}` : inherited;
  return sql`m.user_id = ${userId} and (${held}) and ${LIVE}`;
};

/** Whether the user is a direct or inherited member. The planner may read all members once, or look up each user. */
export const isMemberAnywhere = (container: Container, userId: Sql): Sql =>
  sql`exists (select 1 from members m where ${membershipOf(container, userId)})`;

/** Selects the row of {@link effectiveMembers} for one user. */
export const bestMembership = (container: Container, userId: Sql): Sql => sql`
  select m.* from members m where ${membershipOf(container, userId)}
  order by m.level desc, array_position(${[...container.traversalIds]}::bigint[], m.group_id) desc limit 1`;

/**
 * Selects the best membership of each user, direct or inherited, as `m`; among equal ones the nearest wins. The project
 * and each group are read by user, in the order of the list, and merged, so that a page needs only its own rows. A plan
 * for containers of a usual size would sort all members of a large one.
 */
export function effectiveMembers({ type, id, traversalIds }: Container, direction: SortDirection = 'asc'): Sql {
  const order = sql`m.user_id ${raw(direction)}`;
  const own = type === 'project' ? [sql`m.project_id = ${id}`] : [];
  const inherited = [...traversalIds].reverse().map((groupId) => sql`m.group_id = ${groupId}`);
  const memberships = [...own, ...inherited].map(
    (holder, distance) => sql`
      (select m.*, ${raw(String(distance))} as distance from members m where ${holder} and ${LIVE} order by ${order})`,
  );
  return sql`(
    select distinct on (m.user_id) m.* from (${join(memberships, ' union all ')}) m
    order by ${order}, m.level desc, m.distance) m${PLANNED_ANEW}`;
}
