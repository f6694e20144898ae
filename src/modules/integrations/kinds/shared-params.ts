import { bool, link, REQUIRED, text, word } from './param.js';
import type { Param } from './param.js';

/** For kinds that a change does not switch on; every record shows it next to the properties. */
export const ACTIVE = bool('active', { default: false, writeOnly: true });

/** Parameters, and groups of them, that several kinds share (contract: integrations §5, §11). */
export const SSL = bool('enable_ssl_verification', { default: true });

export const BRANCHES = ['all', 'default', 'protected', 'default_and_protected'];
export const BRANCHES_PARAM = 'branches_to_be_notified';
export const ONLY_DEFAULT_BRANCH = 'notify_only_default_branch';

export const branches = (fallback: string): Param => word(BRANCHES_PARAM, { values: BRANCHES, default: fallback });
export const onlyDefaultBranch = bool(ONLY_DEFAULT_BRANCH, { writeOnly: true });
export const onlyBrokenPipelines = bool('notify_only_broken_pipelines', { default: true });

export const NOTIFICATIONS: readonly Param[] = [
  onlyBrokenPipelines,
  branches('default'),
  onlyDefaultBranch,
  bool('alert_events', { default: false }),
];

/** Required links, in the order in which the kind checks them. */
export const trackerLinks = (...names: readonly string[]): readonly Param[] =>
  names.map((name) => link(name, REQUIRED));

const CHANNELS = [
  'confidential_issue_channel',
  'confidential_note_channel',
  'deployment_channel',
  'issue_channel',
  'merge_request_channel',
  'note_channel',
  'pipeline_channel',
  'push_channel',
  'tag_push_channel',
  'wiki_page_channel',
];
export const channels = (except: readonly string[] = []): readonly Param[] =>
  CHANNELS.filter((name) => !except.includes(name)).map((name) => text(name));
