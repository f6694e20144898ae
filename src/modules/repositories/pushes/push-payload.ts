import { withoutFinalNewlines } from '../../../common/text/without-final-newlines.js';
import type { Commit, Tag } from '../../../platform/git/commit-object.js';
import { titleOf } from '../../../platform/git/commit-object.js';
import type { ChangedPaths } from '../reads/history.service.js';
import type { RefChange } from '../protection/push-policy.js';
import { readRef } from '../../../platform/git/ref-names.js';
import type { PushedProject, Pusher } from './push-facts.repository.js';

const VISIBILITY_LEVELS = { private: 0, internal: 10, public: 20 } as const;

export interface PushedRef {
  readonly change: RefChange;
  readonly isProtected: boolean;
  /** Null if the ref was deleted. */
  readonly checkoutId: string | null;
  readonly tag: Tag | null;
  /** The newest commits, oldest first. */
  readonly commits: readonly Commit[];
  readonly paths: ReadonlyMap<string, ChangedPaths>;
  readonly totalCommits: number;
}

/** The payload of a push or tag_push event (contract: integrations §4.2). */
export function pushPayload(ref: PushedRef, project: PushedProject, pusher: Pusher, baseUrl: string) {
  const { change } = ref;
  const kind = readRef(change.ref)?.kind === 'tag' ? ('tag_push' as const) : ('push' as const);
  const webUrl = `${baseUrl}/${project.fullPath}`;
  return {
    object_kind: kind,
    event_type: kind,
    event_name: kind,
    before: change.before,
    after: change.after,
    ref: change.ref,
    ref_protected: ref.isProtected,
    checkout_sha: ref.checkoutId,
    message: ref.tag && withoutFinalNewlines(ref.tag.message), // as in the tag's record (contract: git §3)
    user_id: pusher.id,
    user_name: pusher.name,
    user_username: pusher.username,
    user_email: pusher.email,
    user_avatar: null,
    project_id: project.id,
    project: projectPart(project, webUrl),
    repository: repositoryPart(project, webUrl),
    commits: ref.commits.map((commit) => commitPart(commit, ref.paths, webUrl)),
    total_commits_count: ref.totalCommits,
  };
}

/** The project part of an event (contract: integrations §4.2). */
export const projectPart = (project: PushedProject, webUrl: string) => ({
  id: project.id,
  name: project.name,
  description: project.description,
  web_url: webUrl,
  avatar_url: null,
  git_ssh_url: null,
  git_http_url: `${webUrl}.git`,
  namespace: project.namespaceName,
  visibility_level: VISIBILITY_LEVELS[project.visibility],
  path_with_namespace: project.fullPath,
  default_branch: project.defaultBranch,
  ci_config_path: project.ciConfigPath,
  homepage: webUrl,
  url: `${webUrl}.git`,
  ssh_url: null,
  http_url: `${webUrl}.git`,
});

/** The repository part of an event. */
export const repositoryPart = (project: PushedProject, webUrl: string) => ({
  name: project.name,
  url: `${webUrl}.git`,
  description: project.description,
  homepage: webUrl,
  git_http_url: `${webUrl}.git`,
  git_ssh_url: null,
  visibility_level: VISIBILITY_LEVELS[project.visibility],
});

function commitPart(commit: Commit, paths: ReadonlyMap<string, ChangedPaths>, webUrl: string) {
  const { added = [], modified = [], removed = [] } = paths.get(commit.id) ?? {};
  return {
    id: commit.id,
    message: commit.message,
    title: titleOf(commit.message),
    timestamp: commit.committer.date,
    url: `${webUrl}/-/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
    added: [...added],
    modified: [...modified],
    removed: [...removed],
  };
}
