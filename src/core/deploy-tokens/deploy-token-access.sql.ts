import sql from 'sql-template-tag';
import type { AccessSource } from '../access-report/access-source.sql.js';

/** Deploy tokens of the project and of the groups above (contract: core §15.4). */
export const deployTokenAccess: AccessSource = ({ type, id, traversalIds }) => sql`
  select 'deploy_token', t.id, t.name, null::integer, t.scopes, t.created_at, t.last_used_at,
         to_char(t.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from deploy_tokens t
  where (t.project_id = ${type === 'project' ? id : null} or t.group_id = any(${[...traversalIds]}))
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`;
