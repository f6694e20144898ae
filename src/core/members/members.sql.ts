import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { PLANNED_ANEW } from '../../platform/database/planned-anew.js';
import { LIVE } from '../access/levels.sql.js';
import type { MemberContainer } from './member.js';

type Container = Pick<MemberContainer, 'type' | 'id' | 'traversalIds'>;

/**
 * The best membership of each user, direct or inherited; the nearest one wins among equals. As `m`. Project and groups are
 * each read by user, in the order of the list, and merged: a page needs no more than its own rows. A plan for containers
 * of a usual size would sort all members of a large one.
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
