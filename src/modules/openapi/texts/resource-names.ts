interface ResourceName {
  readonly one: string;
  readonly many: string;
}

const named = (one: string, many = `${one}s`): ResourceName => ({ one, many });

/** What the fixed words of a path name, by the last of them that tell it; longer keys count first. */
const NAMES: Readonly<Record<string, ResourceName>> = {
  access_report: named('entry of the access report', 'entries of the access report'),
  access_tokens: named('access token'),
  'admin/ci/variables': named('instance variable'),
  applications: named('OAuth application'),
  'application/settings': named('settings of the instance'),
  audit_events: named('audit event'),
  'commits/statuses': named('status', 'statuses'),
  deploy_tokens: named('deploy token'),
  descendant_groups: named('descendant group'),
  features: named('feature flag'),
  groups: named('group'),
  impersonation_tokens: named('impersonation token'),
  job: named('job'),
  jobs: named('job'),
  'jobs/artifacts': named('artifacts'),
  'jobs/trace': named('log'),
  members: named('member'),
  'members/all': named('direct or inherited member'),
  metadata: named('version and edition of the service'),
  namespaces: named('namespace'),
  operations: named('operation'),
  packages: named('package'),
  'packages/package_files': named('package file'),
  personal_access_tokens: named('personal access token'),
  'personal_access_tokens/self': named('token of the request'),
  pipelines: named('pipeline'),
  'pipelines/bridges': named('bridge job'),
  'pipelines/downstream': named('downstream pipeline'),
  'pipelines/variables': named('variable'),
  projects: named('project'),
  protected_branches: named('protected branch', 'protected branches'),
  protected_tags: named('protected tag'),
  'registry/gc': named('run of garbage collection', 'runs of garbage collection'),
  'registry/repositories': named('container repository', 'container repositories'),
  'registry/repositories/deleted_tags': named('deleted image tag'),
  'registry/repositories/tags': named('image tag'),
  'registry/tag_rules': named('image tag rule'),
  'repository/blobs': named('git blob'),
  'repository/branches': named('branch', 'branches'),
  'repository/commits': named('commit'),
  'repository/commits/diff': named('diff'),
  'repository/commits/refs': named('branch or tag', 'branches and tags'),
  'repository/deleted_refs': named('deleted branch or tag', 'deleted branches and tags'),
  'repository/files': named('file'),
  'repository/files/blame': named('blame'),
  'repository/permissions': named('git permissions'),
  'repository/tags': named('git tag'),
  'repository/tree': named('entry of a folder', 'files and folders'),
  runners: named('runner'),
  'runners/jobs': named('job'),
  snippets: named('snippet'),
  subgroups: named('subgroup'),
  'trigger/pipeline': named('triggered pipeline'),
  triggers: named('trigger token'),
  'triggers/pipelines': named('pipeline'),
  'user/authorized_applications': named('authorized application'),
  'user/personal_access_tokens': named('personal access token'),
  'user/sessions': named('session'),
  users: named('user'),
  'users/projects': named('project'),
  variables: named('variable'),
  version: named('version of the service'),
};

/** The name of what these fixed words of a path lead to. */
export function resourceName(words: readonly string[]): ResourceName | undefined {
  const longest = words.findIndex((_word, start) => words.slice(start).join('/') in NAMES);
  return longest === -1 ? undefined : NAMES[words.slice(longest).join('/')];
}
