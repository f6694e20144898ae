import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { MemberContainer } from '../members/member.js';
import { bestMembership, isMemberAnywhere } from '../members/members.sql.js';
import { CURRENT_LEVEL } from '../tokens/bot-level.sql.js';

/** Direct and inherited members. */
export const memberAccess = (container: MemberContainer): Sql => sql`
  select 'member'::text as kind, u.id, u.name, m.level, '{}'::text[] as scopes, m.created_at, u.last_used_at,
         m.expires_at::text as expires_at
  from users u cross join lateral (${bestMembership(container, sql`u.id`)}) m
  where u.kind = 'human' and ${isMemberAnywhere(container, sql`u.id`)}`;

/** Tokens of the project and of the groups above it. */
export const tokenAccess = ({ type, id, traversalIds }: MemberContainer): Sql => sql`
  select case when t.project_id is null then 'group_token' else 'project_token' end, t.id, t.name, ${CURRENT_LEVEL},
         t.scopes, t.created_at, t.last_used_at, t.expires_at::text
  from access_tokens t
  where (t.project_id = ${type === 'project' ? id : null} or t.group_id = any(${[...traversalIds]}))
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > (now() at time zone 'utc')::date)`;
