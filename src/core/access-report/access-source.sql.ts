import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { MemberContainer } from '../members/member.js';
import { effectiveMembers } from '../members/members.sql.js';

/**
 * What of one kind opens a project or group, as a select of `kind text, id bigint, name text, level integer,
 * scopes text[], created_at timestamptz, last_used_at timestamptz, expires_at text`.
 */
export type AccessSource = (container: MemberContainer) => Sql;

export const memberAccess: AccessSource = (container) => sql`
  select 'member'::text as kind, u.id, u.name, m.level, '{}'::text[] as scopes, m.created_at,
         u.last_activity_on::timestamptz as last_used_at, m.expires_at::text as expires_at
  from ${effectiveMembers(container)} join users u on u.id = m.user_id where u.kind = 'human'`;

/** Tokens of the project and of the groups above. */
export const tokenAccess: AccessSource = ({ type, id, traversalIds }) => sql`
  select case when t.project_id is null then 'group_token' else 'project_token' end, t.id, t.name, t.access_level,
         t.scopes, t.created_at, t.last_used_at, t.expires_at::text
  from access_tokens t
  where (t.project_id = ${type === 'project' ? id : null} or t.group_id = any(${[...traversalIds]}))
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > (now() at time zone 'utc')::date)`;
