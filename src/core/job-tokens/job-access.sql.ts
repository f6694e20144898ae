import sql from 'sql-template-tag';
import { LIVE } from '../access/levels.sql.js';
import { Role } from '../access/role.js';

/**
 * Whether the account may still run jobs of the project, for `users u` (outer join) and `projects p`. Checked at each
 * use, since users who lose access also lose their jobs (contract: triggers §8).
 */
export const MAY_RUN_JOBS = sql`
  (u.state is not distinct from 'active' and (u.is_admin or exists (
    select 1 from members m
    where m.user_id = u.id and m.level >= ${Role.Developer} and ${LIVE}
      and (m.project_id = p.id
        or m.group_id in (select unnest(n.traversal_ids) from namespaces n where n.id = p.namespace_id)))))`;
