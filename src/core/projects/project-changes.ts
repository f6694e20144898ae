import { sentSwitches } from '../namespaces/sent-switches.js';
import { PROJECT_SWITCHES } from './project-switches.js';
import type { ProjectChanges } from './projects.repository.js';
import type { ProjectUpdate } from './projects.service.js';
import type { RegistryLevel } from './registry-level.js';
import type { CreateProjectInput, ListProjectsQuery, UpdateProjectInput } from './projects.dto.js';
import type { ProjectFilters } from './project-filters.js';

/** The sent fields as columns; fields that were not sent are absent. */
export function projectChanges(input: CreateProjectInput | UpdateProjectInput): ProjectChanges {
  const columns = {
    name: input.name,
    path: input.path,
    description: input.description,
    visibility: input.visibility,
    defaultBranch: input.default_branch ?? undefined,
    ciConfigPath: input.ci_config_path,
    topics: input.topics ?? input.tag_list,
    buildTimeout: input.build_timeout,
    jobsEnabled: input.jobs_enabled ?? jobsByLevel(input.builds_access_level),
    publicJobs: input.public_jobs ?? input.public_builds,
    sharedRunnersEnabled: input.shared_runners_enabled,
    packagesEnabled: input.packages_enabled,
    containerRegistryAccessLevel: registryLevel(input),
    autoCancelPendingPipelines: input.auto_cancel_pending_pipelines,
    switches: sentSwitches(PROJECT_SWITCHES, input),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The changes of a PUT: columns, and what other modules store. */
export function projectUpdate(input: UpdateProjectInput): ProjectUpdate {
  const { container_registry_size_limit: imageSizeLimit, repository_storage: storage } = input;
  return {
    ...projectChanges(input),
    ...(imageSizeLimit === undefined ? {} : { imageSizeLimit }),
    ...(storage === undefined ? {} : { storage }),
  };
}

export const newProject = (input: CreateProjectInput) => ({
  ...projectChanges(input),
  storage: input.repository_storage,
  withReadme: input.initialize_with_readme,
});

const jobsByLevel = (level: string | undefined): boolean | undefined =>
  level === undefined ? undefined : level !== 'disabled';

/** The boolean is the older form; the level wins when both come (contract: registry §3.1). */
function registryLevel(input: CreateProjectInput | UpdateProjectInput): RegistryLevel | undefined {
  if (input.container_registry_access_level !== undefined || input.container_registry_enabled === undefined) {
    return input.container_registry_access_level;
  }
  return input.container_registry_enabled ? 'enabled' : 'disabled';
}

export const projectFilters = (query: ListProjectsQuery): ProjectFilters => ({
  search: query.search,
  searchNamespaces: query.search_namespaces,
  owned: query.owned,
  membership: query.membership,
  starred: query.starred,
  visibility: query.visibility,
  archived: query.archived,
  minAccessLevel: query.min_access_level,
  idAfter: query.id_after,
  idBefore: query.id_before,
  lastActivityAfter: query.last_activity_after,
  lastActivityBefore: query.last_activity_before,
  topic: query.topic,
  repositoryStorage: query.repository_storage,
});
