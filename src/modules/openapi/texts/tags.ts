interface Tag {
  readonly name: string;
  readonly description: string;
  /** Paths below `/api/v4`. */
  readonly paths: RegExp;
}

/** Groups of operations; the first one that contains a path counts. */
const TAGS: readonly Tag[] = [
  { name: 'Runner protocol', description: 'What runners ask and report.', paths: /^\/(jobs|runners\/verify)(\/|$)/ },
  { name: 'Variables', description: 'Variables of pipelines.', paths: /^\/(admin\/ci|\w+\/:id)\/variables(\/|$)/ },
  { name: 'Access reports', description: 'Who has access, and why.', paths: /\/access_report$/ },
  { name: 'Audit events', description: 'What happened, in a chain of hashes.', paths: /\/audit_events(\/|$)/ },
  { name: 'Members', description: 'Members of groups and projects.', paths: /\/members(\/|$)/ },
  { name: 'SCIM tokens', description: 'Tokens of identity providers.', paths: /\/scim_tokens(\/|$)/ },
  { name: 'Deploy tokens', description: 'Tokens for deployments.', paths: /\/deploy_tokens(\/|$)/ },
  {
    name: 'Access tokens',
    description: 'Personal, impersonation, project and group access tokens.',
    paths: /\/(\w+_)?access_tokens|\/impersonation_tokens/,
  },
  { name: 'Image tags', description: 'Tags of container images, and rules for them.', paths: /^.*registry.*tag/ },
  { name: 'Container registry', description: 'Container repositories and garbage collection.', paths: /\/registry\// },
  { name: 'Alert integrations', description: 'Senders of alerts and their keys.', paths: /\/alert_integrations(\/|$)/ },
  { name: 'Alerts', description: 'Alerts of projects.', paths: /\/alert_management_alerts(\/|$)/ },
  {
    name: 'Incidents',
    description: 'Incidents that alerts become.',
    paths: /\/incident(s|_management_settings)(\/|$)/,
  },
  {
    name: 'Integrations',
    description: 'Other programs that are told what happens in projects.',
    paths: /\/(integrations|services|integration_kinds|external_links|chat_accounts|projects\/:id\/events)(\/|$)/,
  },
  {
    name: 'Storage moves',
    description: 'Storages, and moves of repositories between them.',
    paths: /\/(\w+_)?repository_storage(s|_moves)(\/|$)|\/:id\/storage$/,
  },
  { name: 'Packages', description: 'Packages and their files.', paths: /\/packages(\/|$)/ },
  { name: 'Git tags', description: 'Tags in git, and their protection.', paths: /\/(repository\/tags|protected_tags)/ },
  {
    name: 'Branches',
    description: 'Branches in git, and their protection.',
    paths: /\/(repository\/(branches|merged_branches|deleted_refs)|protected_branches)/,
  },
  { name: 'Commit statuses', description: 'Statuses of commits.', paths: /\/statuses(\/|$)/ },
  { name: 'Commits', description: 'Commits and comparisons.', paths: /\/repository\/(commits|compare|merge_base)/ },
  { name: 'Code', description: 'Files, trees and archives of repositories.', paths: /\/repository\// },
  { name: 'Trigger tokens', description: 'Pipelines that other services start.', paths: /\/triggers?(\/|$)/ },
  { name: 'Runners', description: 'Programs that run jobs.', paths: /\/runners(\/|$)/ },
  { name: 'Jobs', description: 'Jobs, their logs and artifacts.', paths: /\/(jobs?|bridges)(\/|$)/ },
  { name: 'Pipelines', description: 'Pipelines and their definition.', paths: /\/(pipelines?|ci)(\/|$)/ },
  { name: 'Snippets', description: 'Snippets of users and projects.', paths: /\/snippets(\/|$)/ },
  {
    name: 'OAuth applications',
    description: 'Applications that sign users in, and what users authorized.',
    paths: /\/(authorized_)?applications(\/|$)/,
  },
  { name: 'Two-factor authentication', description: 'A second factor for signing in.', paths: /\/\w*two_factor/ },
  { name: 'Projects', description: 'Projects.', paths: /^\/projects(\/|$)|\/projects$/ },
  { name: 'Groups', description: 'Groups and subgroups.', paths: /^\/(groups|namespaces)(\/|$)/ },
  { name: 'Users', description: 'Users and their sessions.', paths: /^\/users?(\/|$)/ },
  { name: 'Operations', description: 'Work that goes on after the answer.', paths: /^\/operations/ },
  { name: 'Instance', description: 'Settings, feature flags and version.', paths: /^\// },
];

export const tagOf = (path: string): string => TAGS.find(({ paths }) => paths.test(path))?.name ?? 'Instance';

/** The tags with these names and their descriptions, in order. */
export const describedTags = (): readonly { readonly name: string; readonly description: string }[] =>
  TAGS.map(({ name, description }) => ({ name, description }));
