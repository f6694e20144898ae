import { Bool, Filter, Int, INT4_MAX, Ints, OneOf, OneOfInts, Text } from '../../common/params/param.decorators.js';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { ROLE_LEVELS } from '../access/role.js';
import { Name, Path } from '../../common/params/name-rules.js';
import { VISIBILITIES } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import type { GroupSwitches } from './group-switches.js';
import { PROJECT_CREATION_LEVELS, SUBGROUP_CREATION_LEVELS } from './creation-levels.js';
import type { ProjectCreationLevel, SubgroupCreationLevel } from './creation-levels.js';

const MAX_DESCRIPTION = 10_000;
const BRANCH_PROTECTIONS = [0, 1, 2];

class GroupSwitchFields implements Partial<GroupSwitches> {
  @Bool() lfs_enabled?: boolean;
  @Bool() request_access_enabled?: boolean;
  @Bool() share_with_group_lock?: boolean;
  @Bool() require_two_factor_authentication?: boolean;
  @Int({ min: 0, max: INT4_MAX }) two_factor_grace_period?: number;
  @Bool({ nullable: true }) emails_disabled?: boolean | null;
  @Bool({ nullable: true }) mentions_disabled?: boolean | null;
  @Bool({ nullable: true }) auto_devops_enabled?: boolean | null;
}

class GroupFields extends GroupSwitchFields {
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @OneOf(PROJECT_CREATION_LEVELS, { hasDefault: true }) project_creation_level?: ProjectCreationLevel;
  @OneOf(SUBGROUP_CREATION_LEVELS, { hasDefault: true }) subgroup_creation_level?: SubgroupCreationLevel;
  @OneOfInts(BRANCH_PROTECTIONS) default_branch_protection?: number;
}

/** Contract: core §5. */
export class CreateGroupInput extends GroupFields {
  @Name({ required: true }) name: string;
  @Path({ required: true }) path: string;
  @Int() parent_id?: number;
}

export class UpdateGroupInput extends GroupFields {
  @Name() name?: string;
  @Path() path?: string;
}

export class ListGroupsQuery {
  @Filter() search?: string;
  @Bool() owned?: boolean;
  @OneOfInts(ROLE_LEVELS) min_access_level?: number;
  @Bool() top_level_only?: boolean;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @Ints() skip_groups?: number[];
  @OneOf(['name', 'path', 'id'], { hasDefault: true }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

export class ShowGroupQuery {
  @Bool() with_projects?: boolean;
}
