import sql from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { IdSet } from '../../platform/database/id-set.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import type { Caller } from '../access/caller.js';
import { timeIs } from '../../platform/database/time-filter.js';

export interface UserFilters {
  readonly username?: string | undefined;
  readonly search?: string | undefined;
  readonly active?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly external?: boolean | undefined;
  readonly excludeExternal?: boolean | undefined;
  readonly withoutProjectBots?: boolean | undefined;
  readonly humans?: boolean | undefined;
  readonly admins?: boolean | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/**
 * For `users u`. System accounts are never listed, and searching never matches hidden fields (contract: core §3, §13).
 */
export function userConditions(filters: UserFilters, caller: Caller): ListCondition[] {
  return [
    sql`u.kind <> 'system'`,
    filters.username !== undefined && sql`lower(u.username) = lower(${filters.username})`,
    filters.search !== undefined && filters.search !== '' && bySearch(filters.search, caller),
    filters.active && sql`u.state = 'active'`,
    filters.blocked && sql`u.state = 'blocked'`,
    filters.external && sql`u.is_external`,
    filters.excludeExternal && sql`not u.is_external`,
    filters.withoutProjectBots && sql`u.kind <> 'project_bot'`,
    filters.humans && sql`u.kind = 'human'`,
    filters.admins && caller.isAdmin && sql`u.is_admin`,
    filters.createdBefore && timeIs(sql`u.created_at`, '<', filters.createdBefore),
    filters.createdAfter && timeIs(sql`u.created_at`, '>', filters.createdAfter),
  ].filter((condition) => condition instanceof Object);
}

/** A full e-mail address finds its owner for administrators; others find it only if it is the public one. */
function bySearch(search: string, caller: Caller): IdSet {
  const part = containing(search);
  const byName = sql`u.name ilike ${part} or u.username ilike ${part} or lower(u.public_email) = lower(${search})`;
  const condition = caller.isAdmin ? sql`${byName} or lower(u.email) = lower(${search})` : byName;
  return { ids: sql`select u.id from users u where ${condition}`, condition, includes: [] };
}
