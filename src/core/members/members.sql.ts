import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { LIVE } from '../access/levels.sql.js';
import type { MemberContainer } from './member.js';

/** The best membership of each user, direct or inherited; a direct one wins among equals. As `m`. */
export function effectiveMembers(container: MemberContainer): Sql {
  const own = container.type === 'project' ? sql`m.project_id = ${container.id} or` : empty;
  return sql`(
    select distinct on (m.user_id) m.* from members m
    where (${own} m.group_id = any(${[...container.traversalIds]})) and ${LIVE}
    order by m.user_id, m.level desc, m.project_id nulls last) m`;
}
