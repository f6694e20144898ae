import { sentSwitches } from '../namespaces/sent-switches.js';
import type { GroupFilters } from './group-filters.js';
import { GROUP_SWITCHES } from './group-switches.js';
import type { GroupChanges } from './groups.repository.js';
import type { CreateGroupInput, ListGroupsQuery, UpdateGroupInput } from './groups.dto.js';

/** Maps the wire's names to columns; what was not sent is left out. */
export function groupChanges(input: CreateGroupInput | UpdateGroupInput): GroupChanges {
  const columns = {
    description: input.description,
    visibility: input.visibility,
    projectCreationLevel: input.project_creation_level,
    subgroupCreationLevel: input.subgroup_creation_level,
    defaultBranchProtection: input.default_branch_protection,
    switches: sentSwitches(GROUP_SWITCHES, input),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export const groupFilters = (query: ListGroupsQuery): GroupFilters => ({
  search: query.search,
  owned: query.owned,
  minAccessLevel: query.min_access_level,
  topLevelOnly: query.top_level_only,
  visibility: query.visibility,
  skipGroups: query.skip_groups,
});
