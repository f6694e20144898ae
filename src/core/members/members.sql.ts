import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { LIVE } from '../access/levels.sql.js';
import type { MemberContainer } from './member.js';

/**
 * The best membership of each user, direct or inherited; a direct one wins among equals. As `m`. Each group on the way up
 * is read by user, so that a page of users needs no more than its own rows.
 */
export function effectiveMembers(container: MemberContainer): Sql {
  const own = container.type === 'project' ? [sql`m.project_id = ${container.id}`] : [];
  const inherited = container.traversalIds.map((id) => sql`m.group_id = ${id}`);
  const memberships = [...own, ...inherited].map((where) => sql`select m.* from members m where ${where} and ${LIVE}`);
  return sql`(
    select distinct on (m.user_id) m.* from (${join(memberships, ' union all ')}) m
    order by m.user_id, m.level desc, m.project_id nulls last) m`;
}
