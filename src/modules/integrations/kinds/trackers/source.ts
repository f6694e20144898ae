import { pushOf } from '../payload/push-facts.js';
import type { PushedCommit, PushFacts } from '../payload/push-facts.js';
import { projectOf } from '../payload/project-facts.js';
import type { ProjectFacts } from '../payload/project-facts.js';
import { memberAt, textAt } from '../payload/read-payload.js';
import { refUrl } from '../payload/ref-names.js';
import { userOf } from '../payload/user-facts.js';
import type { UserFacts } from '../payload/user-facts.js';
import type { IntegrationEvent, Json, PlanContext } from '../step.js';

/** A commit or merge request whose text may mention issues. */
export interface Source {
  /** Used in the keys of its steps. */
  readonly id: string;
  readonly noun: 'commit' | 'merge request';
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** How a closed issue refers to it. */
  readonly reference: string;
  readonly branch: string;
  readonly branchUrl: string;
  /** Whether it is on the default branch, or was just merged into it: only there its text closes issues. */
  readonly mayClose: boolean;
  readonly project: ProjectFacts;
  readonly user: UserFacts;
}

const TOLD_ACTIONS = ['open', 'reopen', 'update', 'merge'];

/** The commits or merge request of an event that may mention issues (contract: integrations §6.3). */
export function sourcesOf(
  { objectKind, payload }: IntegrationEvent,
  { defaultBranch }: PlanContext,
): readonly Source[] {
  if (objectKind === 'push') {
    const push = pushOf(payload);
    return push.commits.map((commit) => commitSource(commit, push, defaultBranch));
  }
  return TOLD_ACTIONS.includes(textAt(payload, 'object_attributes', 'action'))
    ? [mergeRequestSource(payload, defaultBranch)]
    : [];
}

const commitSource = (commit: PushedCommit, push: PushFacts, defaultBranch: string | null): Source => ({
  id: commit.id,
  noun: 'commit',
  title: commit.title,
  text: commit.message,
  url: commit.url,
  reference: commit.id,
  branch: push.name,
  branchUrl: push.url,
  mayClose: push.name === defaultBranch,
  project: push.project,
  user: push.user,
});

function mergeRequestSource(payload: Json, defaultBranch: string | null): Source {
  const attributes = memberAt(payload, 'object_attributes');
  const read = (name: string): string => textAt(attributes, name);
  const project = projectOf(payload);
  return {
    id: `!${read('iid')}`,
    noun: 'merge request',
    title: read('title'),
    text: `${read('title')}\n${read('description')}`,
    url: read('url'),
    reference: textAt(attributes, 'last_commit', 'id') || `!${read('iid')}`,
    branch: read('source_branch'),
    branchUrl: refUrl(project.url, read('source_branch')),
    mayClose: read('action') === 'merge' && read('target_branch') === defaultBranch,
    project,
    user: userOf(payload),
  };
}
