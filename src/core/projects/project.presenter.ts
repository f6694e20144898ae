import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../common/wire/wire-types.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { NamespaceSchema, presentNamespace } from '../namespaces/namespace.presenter.js';
import { BasicUserSchema, presentBasicUser } from '../users/user.presenter.js';
import { StatisticsSchema } from './project-statistics.presenter.js';
import { projectSwitches, ProjectSwitchesSchema } from './project-switches.js';
import type { ImageSpace } from './image-quota.js';
import type { Project } from './project.js';
import { levelOf } from './project.js';

const AccessSchema = nullable(Type.Object({ access_level: Type.Integer(), notification_level: Type.Integer() }));

export const SimpleProjectSchema = record('SimpleProject', {
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  name_with_namespace: Type.String(),
  path_with_namespace: Type.String(),
  description: nullable(Type.String()),
  default_branch: nullable(Type.String()),
  created_at: Time,
  last_activity_at: Time,
  topics: Type.Array(Type.String()),
  tag_list: Type.Array(Type.String()),
  web_url: Type.String(),
  http_url_to_repo: Type.String(),
  ssh_url_to_repo: Type.Null(),
  readme_url: nullable(Type.String()),
  avatar_url: Type.Null(),
  forks_count: Type.Integer(),
  star_count: Type.Integer(),
  namespace: NamespaceSchema,
});
export type SimpleProjectView = Static<typeof SimpleProjectSchema>;

const AnonymousProjectSchema = merged('AnonymousProject', [
  SimpleProjectSchema,
  Type.Object({
    visibility: Type.String(),
    archived: Type.Boolean(),
    empty_repo: Type.Boolean(),
    container_registry_access_level: Type.String(),
  }),
]);

/** Contract: core §6. */
export const ProjectSchema = merged('Project', [
  AnonymousProjectSchema,
  ProjectSwitchesSchema,
  Type.Object({
    updated_at: Time,
    creator_id: nullable(Type.Integer()),
    owner: Type.Optional(BasicUserSchema),
    container_registry_enabled: Type.Boolean(),
    container_registry_image_prefix: Type.String(),
    container_registry_size_limit: Type.Optional(nullable(Type.Integer())),
    container_registry_size: Type.Optional(Type.Integer()),
    packages_enabled: Type.Boolean(),
    jobs_enabled: Type.Boolean(),
    builds_access_level: Type.String(),
    public_jobs: Type.Boolean(),
    public_builds: Type.Boolean(),
    shared_runners_enabled: Type.Boolean(),
    ci_config_path: nullable(Type.String()),
    build_timeout: Type.Integer(),
    auto_cancel_pending_pipelines: Type.String(),
    import_status: Type.String(),
    shared_with_groups: Type.Array(Type.Unknown()),
    open_issues_count: Type.Integer(),
    _links: Type.Object({ self: Type.String(), repo_branches: Type.String(), members: Type.String() }),
    permissions: Type.Optional(Type.Object({ project_access: AccessSchema, group_access: AccessSchema })),
    runners_token: Type.Optional(nullable(Type.String())),
    repository_storage: Type.Optional(Type.String()),
    statistics: Type.Optional(StatisticsSchema),
  }),
]);

/** The record as the caller gets it; anonymous callers get the shorter one. */
export const ShownProjectSchema = Type.Union([ProjectSchema, AnonymousProjectSchema]);

/** Like {@link ShownProjectSchema}, for lists, which `simple=true` shortens further. */
export const ListedProjectSchema = Type.Union([ProjectSchema, AnonymousProjectSchema, SimpleProjectSchema]);

type ProjectView = Static<typeof ProjectSchema>;

/** What a presenter needs to know of the site. */
export interface Site {
  readonly baseUrl: string;
  /** Host of the registry with its port. */
  readonly registryHost: string;
}

const readmeUrl = ({ emptyRepo, defaultBranch }: Project, webUrl: string): string | null =>
  emptyRepo ? null : `${webUrl}/-/blob/${defaultBranch ?? 'main'}/README.md`;

/** The few fields that `simple=true` and anonymous callers are shown (contract: core §6). */
export function presentSimpleProject(project: Project, { baseUrl }: Site): SimpleProjectView {
  const webUrl = `${baseUrl}/${project.fullPath}`;
  return {
    id: project.id,
    name: project.name,
    path: project.path,
    name_with_namespace: project.fullName,
    path_with_namespace: project.fullPath,
    description: project.description,
    default_branch: project.defaultBranch,
    created_at: project.createdAt,
    last_activity_at: project.lastActivityAt,
    topics: [...project.topics],
    tag_list: [...project.topics],
    web_url: webUrl,
    http_url_to_repo: `${webUrl}.git`,
    ssh_url_to_repo: null,
    readme_url: readmeUrl(project, webUrl),
    avatar_url: null,
    forks_count: 0,
    star_count: 0,
    namespace: presentNamespace(namespaceOf(project), baseUrl),
  };
}

const namespaceOf = (project: Project) => ({
  id: project.namespaceId,
  kind: project.namespaceKind,
  name: project.namespaceName,
  path: project.namespacePath,
  fullPath: project.namespaceFullPath,
  parentId: project.namespaceParentId,
});

const presentAccess = (level: number | null) =>
  level === null ? null : { access_level: level, notification_level: 3 };

/** The full record for signed-in callers; the short one, with four fields more, for the public. */
export function presentProject(project: Project, viewer: Caller, site: Site, runnersToken?: string | null) {
  if (viewer.isAnonymous) {
    return {
      ...presentSimpleProject(project, site),
      visibility: project.visibility,
      archived: project.archived,
      empty_repo: project.emptyRepo,
      container_registry_access_level: project.containerRegistryAccessLevel,
    };
  }
  const view = presentFullProject(project, site);
  if (project.owner) {
    view.owner = presentBasicUser(project.owner, site.baseUrl);
  }
  if (runnersToken !== undefined && viewer.isAtLeast(Role.Maintainer, levelOf(project))) {
    view.runners_token = runnersToken;
  }
  if (viewer.isAdmin) {
    view.repository_storage = project.repositoryStorage;
  }
  return view;
}

/**
 * One literal, although it repeats the fields of the short form: spreading that one costs as much as all the rest of
 * presenting a list of projects.
 */
function presentFullProject(project: Project, { baseUrl, registryHost }: Site): ProjectView {
  const webUrl = `${baseUrl}/${project.fullPath}`;
  const api = `${baseUrl}/api/v4/projects/${project.id}`;
  const switches = projectSwitches(project.switches);
  return {
    id: project.id,
    name: project.name,
    path: project.path,
    name_with_namespace: project.fullName,
    path_with_namespace: project.fullPath,
    description: project.description,
    default_branch: project.defaultBranch,
    visibility: project.visibility,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
    last_activity_at: project.lastActivityAt,
    creator_id: project.creatorId,
    topics: [...project.topics],
    tag_list: [...project.topics],
    web_url: webUrl,
    http_url_to_repo: `${webUrl}.git`,
    ssh_url_to_repo: null,
    readme_url: readmeUrl(project, webUrl),
    avatar_url: null,
    forks_count: 0,
    star_count: 0,
    empty_repo: project.emptyRepo,
    archived: project.archived,
    namespace: presentNamespace(namespaceOf(project), baseUrl),
    container_registry_enabled: project.containerRegistryAccessLevel !== 'disabled',
    container_registry_access_level: project.containerRegistryAccessLevel,
    container_registry_image_prefix: `${registryHost}/${project.fullPath.toLowerCase()}`,
    packages_enabled: project.packagesEnabled,
    jobs_enabled: project.jobsEnabled,
    builds_access_level: project.jobsEnabled ? 'enabled' : 'disabled',
    public_jobs: project.publicJobs,
    public_builds: project.publicJobs,
    shared_runners_enabled: project.sharedRunnersEnabled,
    ci_config_path: project.ciConfigPath,
    build_timeout: project.buildTimeout,
    auto_cancel_pending_pipelines: project.autoCancelPendingPipelines,
    import_status: 'none',
    shared_with_groups: [],
    issues_enabled: switches.issues_enabled,
    merge_requests_enabled: switches.merge_requests_enabled,
    wiki_enabled: switches.wiki_enabled,
    snippets_enabled: switches.snippets_enabled,
    lfs_enabled: switches.lfs_enabled,
    request_access_enabled: switches.request_access_enabled,
    printing_merge_request_link_enabled: switches.printing_merge_request_link_enabled,
    ci_forward_deployment_enabled: switches.ci_forward_deployment_enabled,
    only_allow_merge_if_pipeline_succeeds: switches.only_allow_merge_if_pipeline_succeeds,
    only_allow_merge_if_all_discussions_are_resolved: switches.only_allow_merge_if_all_discussions_are_resolved,
    allow_merge_on_skipped_pipeline: switches.allow_merge_on_skipped_pipeline,
    remove_source_branch_after_merge: switches.remove_source_branch_after_merge,
    merge_method: switches.merge_method,
    squash_option: switches.squash_option,
    pages_access_level: switches.pages_access_level,
    squash_commit_template: switches.squash_commit_template,
    merge_commit_template: switches.merge_commit_template,
    suggestion_commit_message: switches.suggestion_commit_message,
    emails_disabled: switches.emails_disabled,
    open_issues_count: 0,
    _links: { self: api, repo_branches: `${api}/repository/branches`, members: `${api}/members` },
    permissions: {
      project_access: presentAccess(project.projectAccess),
      group_access: presentAccess(project.groupAccess),
    },
  };
}

/** Contract: registry §9.5. */
export const presentImageSpace = ({ bytes, limit }: ImageSpace) => ({
  container_registry_size_limit: limit,
  container_registry_size: bytes,
});
