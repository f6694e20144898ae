import sql, { join } from 'sql-template-tag';
import { containing } from '../../platform/database/like.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { GROUP_IS, memberGroupSet, visibleGroupSet } from '../access/levels.sql.js';
import type { IdSet } from '../../platform/database/id-set.js';
import type { ListCondition } from '../../platform/database/list-range.js';
import type { Visibility } from '../settings/visibility.js';

export interface GroupFilters {
  readonly search?: string | undefined;
  readonly owned?: boolean | undefined;
  readonly minAccessLevel?: number | undefined;
  readonly topLevelOnly?: boolean | undefined;
  readonly visibility?: Visibility | undefined;
  readonly skipGroups?: readonly number[] | undefined;
}

/**
 * Conditions for the visible and requested groups, for `groups g join namespaces n` (contract: core §5). Members see
 * the groups that they are members of; `levelAbove` is a level that the caller has in a group above, and therefore
 * everywhere below it.
 */
export function groupConditions(filters: GroupFilters, caller: Caller, levelAbove = 0): ListCondition[] {
  const part = filters.search ? containing(filters.search) : undefined;
  const least = filters.owned ? Role.Owner : (filters.minAccessLevel ?? 0);
  return [
    least > levelAbove
      ? memberGroupSet(caller.userId, least)
      : levelAbove === 0 && visibleGroupSet(caller, filters.visibility),
    part !== undefined && sql`n.name ilike ${part} or n.path ilike ${part}`,
    filters.topLevelOnly && sql`n.parent_id is null`,
    filters.visibility && GROUP_IS[filters.visibility],
    filters.skipGroups && filters.skipGroups.length > 0 && sql`g.id not in (${join([...filters.skipGroups])})`,
  ].filter((condition) => condition instanceof Object);
}

/** Like {@link groupConditions}, for groups inside another group, none of which is a top-level group. */
export const conditionsWithin = (
  within: IdSet,
  filters: GroupFilters,
  caller: Caller,
  levelAbove: number,
): ListCondition[] => (filters.topLevelOnly ? [sql`false`] : [within, ...groupConditions(filters, caller, levelAbove)]);
