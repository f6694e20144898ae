import { Bool, Filter, Int, Ints, OneOf, OneOfInts, Text } from '../../common/params/param.decorators.js';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { ROLE_LEVELS } from '../access/role.js';
import { Name, Path } from '../../common/params/name-rules.js';
import { VISIBILITIES } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import { PROJECT_CREATION_LEVELS, SUBGROUP_CREATION_LEVELS } from './group.js';
import type { ProjectCreationLevel, SubgroupCreationLevel } from './group.js';

const MAX_DESCRIPTION = 10_000;
const BRANCH_PROTECTIONS = [0, 1, 2];

class GroupFields {
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @OneOf(PROJECT_CREATION_LEVELS) project_creation_level?: ProjectCreationLevel;
  @OneOf(SUBGROUP_CREATION_LEVELS) subgroup_creation_level?: SubgroupCreationLevel;
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
  @OneOf(['name', 'path', 'id']) order_by?: string;
  @OneOf(['asc', 'desc']) sort?: SortDirection;
}

export class ShowGroupQuery {
  @Bool() with_projects?: boolean;
}
