import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Sql } from 'sql-template-tag';
import type { AccessTokenKind } from './access-token.js';
import { timeIs } from '../../platform/database/time-filter.js';

export interface TokenFilters {
  readonly kind: AccessTokenKind;
  readonly userId?: number | undefined;
  readonly projectId?: number | undefined;
  readonly groupId?: number | undefined;
  readonly state?: 'all' | 'active' | 'inactive' | undefined;
  readonly revoked?: boolean | undefined;
  readonly search?: string | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
  readonly lastUsedBefore?: Date | undefined;
  readonly lastUsedAfter?: Date | undefined;
  readonly expiresBefore?: string | undefined;
  readonly expiresAfter?: string | undefined;
}

const ACTIVE = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > (now() at time zone 'utc')::date)`;

/** For `access_tokens t` (contract: core §4). */
export function tokenConditions(filters: TokenFilters): Sql[] {
  const part = filters.search ? containing(filters.search) : undefined;
  return [
    sql`t.kind = ${filters.kind}`,
    filters.userId !== undefined && sql`t.user_id = ${filters.userId}`,
    filters.projectId !== undefined && sql`t.project_id = ${filters.projectId}`,
    filters.groupId !== undefined && sql`t.group_id = ${filters.groupId}`,
    filters.state === 'active' && ACTIVE,
    filters.state === 'inactive' && sql`not (${ACTIVE})`,
    filters.revoked !== undefined && sql`(t.revoked_at is not null) = ${filters.revoked}`,
    part !== undefined && sql`t.name ilike ${part}`,
    filters.createdBefore && timeIs(sql`t.created_at`, '<', filters.createdBefore),
    filters.createdAfter && timeIs(sql`t.created_at`, '>', filters.createdAfter),
    filters.lastUsedBefore && timeIs(sql`t.last_used_at`, '<', filters.lastUsedBefore),
    filters.lastUsedAfter && timeIs(sql`t.last_used_at`, '>', filters.lastUsedAfter),
    filters.expiresBefore !== undefined && sql`t.expires_at < ${filters.expiresBefore}::date`,
    filters.expiresAfter !== undefined && sql`t.expires_at > ${filters.expiresAfter}::date`,
  ].filter((condition) => condition instanceof Object);
}
