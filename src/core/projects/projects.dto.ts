import { Bool, Filter, Int, Names, OneOf, OneOfInts, Text, Time } from '../../common/params/param.decorators.js';
import { AtLeastOne } from '../../common/params/param-registry.js';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { ROLE_LEVELS } from '../access/role.js';
import { Name, Path } from '../../common/params/name-rules.js';
import { VISIBILITIES } from '../settings/visibility.js';
import type { Visibility } from '../settings/visibility.js';
import { branchName, insideRepository } from './project-rules.js';
import { MERGE_METHODS, PAGES_LEVELS, SQUASH_OPTIONS } from './project-switches.js';
import type { ProjectSwitches } from './project-switches.js';
import { REGISTRY_LEVELS } from './registry-level.js';
import type { RegistryLevel } from './registry-level.js';

const MIN_TIMEOUT = 600;
const MAX_TIMEOUT = 2_592_000;
const MAX_DESCRIPTION = 10_000;
const MAX_TEMPLATE = 10_000;

class ProjectSwitchFields implements Partial<ProjectSwitches> {
  @Bool() issues_enabled?: boolean;
  @Bool() merge_requests_enabled?: boolean;
  @Bool() wiki_enabled?: boolean;
  @Bool() snippets_enabled?: boolean;
  @Bool() lfs_enabled?: boolean;
  @Bool() request_access_enabled?: boolean;
  @Bool() printing_merge_request_link_enabled?: boolean;
  @Bool() ci_forward_deployment_enabled?: boolean;
  @Bool() only_allow_merge_if_pipeline_succeeds?: boolean;
  @Bool() only_allow_merge_if_all_discussions_are_resolved?: boolean;
  @Bool() allow_merge_on_skipped_pipeline?: boolean;
  @Bool() remove_source_branch_after_merge?: boolean;
  @OneOf(MERGE_METHODS, { hasDefault: true }) merge_method?: string;
  @OneOf(SQUASH_OPTIONS, { hasDefault: true }) squash_option?: string;
  @OneOf(PAGES_LEVELS, { hasDefault: true }) pages_access_level?: string;
  @Text({ nullable: true, max: MAX_TEMPLATE }) squash_commit_template?: string | null;
  @Text({ nullable: true, max: MAX_TEMPLATE }) merge_commit_template?: string | null;
  @Text({ nullable: true, max: MAX_TEMPLATE }) suggestion_commit_message?: string | null;
  @Bool({ nullable: true }) emails_disabled?: boolean | null;
}

class ProjectFields extends ProjectSwitchFields {
  @Name() name?: string;
  @Path({ level: 'below' }) path?: string;
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @Text({ nullable: true, hasDefault: true, check: branchName }) default_branch?: string | null;
  @Text({ nullable: true, check: insideRepository }) ci_config_path?: string | null;
  @Names() topics?: string[];
  @Names() tag_list?: string[];
  @Int({ min: MIN_TIMEOUT, max: MAX_TIMEOUT }) build_timeout?: number;
  @Bool() jobs_enabled?: boolean;
  @OneOf(['enabled', 'private', 'disabled']) builds_access_level?: string;
  @Bool() public_jobs?: boolean;
  @Bool() public_builds?: boolean;
  @Bool() shared_runners_enabled?: boolean;
  @Bool() packages_enabled?: boolean;
  @OneOf(REGISTRY_LEVELS) container_registry_access_level?: RegistryLevel;
  @Bool() container_registry_enabled?: boolean;
  @Text({ onlyFromAdmins: true, max: Infinity }) repository_storage?: string;
  @OneOf(['enabled', 'disabled']) auto_cancel_pending_pipelines?: 'enabled' | 'disabled';
}

/** Contract: core §6. */
@AtLeastOne('name', 'path')
export class CreateProjectInput extends ProjectFields {
  @Int() namespace_id?: number;
  @Bool() initialize_with_readme?: boolean;
}

export class UpdateProjectInput extends ProjectFields {
  @Int({
    nullable: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    isExact: true,
    description: 'Bytes; for administrators.',
  })
  container_registry_size_limit?: number | null;
}

export const PROJECT_SORTS = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'] as const;

/** Filters of every list of projects (contract: core §6). */
export class ListProjectsQuery {
  @Filter() search?: string;
  @Bool() search_namespaces?: boolean;
  @Bool() owned?: boolean;
  @Bool() membership?: boolean;
  @Bool() starred?: boolean;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  @Bool() archived?: boolean;
  @OneOfInts(ROLE_LEVELS) min_access_level?: number;
  @Bool() simple?: boolean;
  @Bool() statistics?: boolean;
  @Int() id_after?: number;
  @Int() id_before?: number;
  @Time() last_activity_after?: Date;
  @Time() last_activity_before?: Date;
  @Filter() topic?: string;
  @Filter({ onlyFromAdmins: true }) repository_storage?: string;
  @OneOf(PROJECT_SORTS, { hasDefault: true }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

export class ListGroupProjectsQuery extends ListProjectsQuery {
  @Bool() include_subgroups?: boolean;
}

export class ShowProjectQuery {
  @Bool() statistics?: boolean;
}
