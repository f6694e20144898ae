import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable } from '../../common/wire/wire-types.js';

export const MERGE_METHODS = ['merge', 'rebase_merge', 'ff'] as const;
export const SQUASH_OPTIONS = ['never', 'always', 'default_on', 'default_off'] as const;
export const PAGES_LEVELS = ['disabled', 'private', 'enabled', 'public'] as const;

/**
 * Switches without effect here, but for `emails_disabled`: they are stored and shown by their names on the wire, since
 * clients that keep infrastructure as code compare them with what they sent (contract: core §6).
 */
export const ProjectSwitchesSchema = Type.Object({
  issues_enabled: Type.Boolean(),
  merge_requests_enabled: Type.Boolean(),
  wiki_enabled: Type.Boolean(),
  snippets_enabled: Type.Boolean(),
  lfs_enabled: Type.Boolean(),
  request_access_enabled: Type.Boolean(),
  printing_merge_request_link_enabled: Type.Boolean(),
  ci_forward_deployment_enabled: Type.Boolean(),
  only_allow_merge_if_pipeline_succeeds: Type.Boolean(),
  only_allow_merge_if_all_discussions_are_resolved: Type.Boolean(),
  allow_merge_on_skipped_pipeline: Type.Boolean(),
  remove_source_branch_after_merge: Type.Boolean(),
  merge_method: Type.String(),
  squash_option: Type.String(),
  pages_access_level: Type.String(),
  squash_commit_template: nullable(Type.String()),
  merge_commit_template: nullable(Type.String()),
  suggestion_commit_message: nullable(Type.String()),
  emails_disabled: nullable(Type.Boolean()),
});
export type ProjectSwitches = Static<typeof ProjectSwitchesSchema>;

/** The switches of a project for which none were sent. */
export const PROJECT_SWITCHES: ProjectSwitches = {
  issues_enabled: true,
  merge_requests_enabled: true,
  wiki_enabled: true,
  snippets_enabled: true,
  lfs_enabled: true,
  request_access_enabled: true,
  printing_merge_request_link_enabled: true,
  ci_forward_deployment_enabled: true,
  only_allow_merge_if_pipeline_succeeds: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
  allow_merge_on_skipped_pipeline: false,
  remove_source_branch_after_merge: true,
  merge_method: 'merge',
  squash_option: 'default_off',
  pages_access_level: 'private',
  squash_commit_template: null,
  merge_commit_template: null,
  suggestion_commit_message: null,
  emails_disabled: null,
};

/** The sent switches, with defaults for the others; most projects have defaults alone. */
export const projectSwitches = (sent: Partial<ProjectSwitches>): ProjectSwitches =>
  Object.keys(sent).length === 0 ? PROJECT_SWITCHES : { ...PROJECT_SWITCHES, ...sent };
