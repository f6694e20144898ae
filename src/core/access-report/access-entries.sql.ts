import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { MemberContainer } from '../members/member.js';
import { effectiveMembers } from '../members/members.sql.js';

/** When a user was last here: by the browser, which keeps the day of a sign-in beyond its session, or by a token of theirs. */
const lastUse = sql`greatest(
  u.last_activity_on::timestamp at time zone 'utc', u.current_sign_in_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id),
  (select max(t.last_used_at) from access_tokens t where t.user_id = u.id and t.kind = 'personal'),
  (select max(t.last_used_at) from oauth_access_tokens t where t.user_id = u.id))`;

/** People who are members, here or above. */
export const memberAccess = (container: MemberContainer): Sql => sql`
  select 'member'::text as kind, u.id, u.name, m.level, '{}'::text[] as scopes, m.created_at,
         ${lastUse} as last_used_at, m.expires_at::text as expires_at
  from ${effectiveMembers(container)} join users u on u.id = m.user_id where u.kind = 'human'`;

/** Tokens of the project and of the groups above. */
export const tokenAccess = ({ type, id, traversalIds }: MemberContainer): Sql => sql`
  select case when t.project_id is null then 'group_token' else 'project_token' end, t.id, t.name, t.access_level,
         t.scopes, t.created_at, t.last_used_at, t.expires_at::text
  from access_tokens t
  where (t.project_id = ${type === 'project' ? id : null} or t.group_id = any(${[...traversalIds]}))
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > (now() at time zone 'utc')::date)`;
