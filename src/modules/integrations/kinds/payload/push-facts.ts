import type { Json } from '../step.js';
import { projectOf } from './project-facts.js';
import type { ProjectFacts } from './project-facts.js';
import { listAt, numberAt, textAt } from './read-payload.js';
import { refUrl, shortRef } from './ref-names.js';
import { userOf } from './user-facts.js';
import type { UserFacts } from './user-facts.js';

/** Maximum number of commits in a payload (contract: integrations §4.2). */
const MOST_COMMITS = 20;

export interface PushedCommit {
  readonly id: string;
  readonly message: string;
  readonly title: string;
  readonly url: string;
  readonly timestamp: string;
  readonly authorName: string;
  readonly authorEmail: string;
  /** Number of paths that the commit added, changed or removed. */
  readonly fileCount: number;
}

/** A branch or tag that was created, moved or deleted. */
export interface PushFacts {
  readonly kind: 'branch' | 'tag';
  readonly change: 'created' | 'moved' | 'deleted';
  /** Name of the branch or tag, without `refs/…`. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** The newest commits, oldest first. */
  readonly commits: readonly PushedCommit[];
  readonly totalCommits: number;
  readonly project: ProjectFacts;
  readonly user: UserFacts;
  readonly url: string;
  readonly compareUrl: string;
}

/** Reads the content of a push or tag_push event (contract: integrations §4.2). */
export function pushOf(payload: Json): PushFacts {
  const project = projectOf(payload);
  const before = textAt(payload, 'before');
  const after = textAt(payload, 'after');
  const name = shortRef(textAt(payload, 'ref'));
  const commits = listAt(payload, 'commits').slice(-MOST_COMMITS).map(commitOf);
  return {
    kind: textAt(payload, 'object_kind') === 'tag_push' ? 'tag' : 'branch',
    change: changeOf(before, after),
    name,
    before,
    after,
    commits,
    totalCommits: numberAt(payload, 'total_commits_count') ?? commits.length,
    project,
    user: userOf(payload),
    url: refUrl(project.url, name),
    compareUrl: `${project.url}/-/compare/${before}...${after}`,
  };
}

const isZero = (sha: string): boolean => /^0+$/.test(sha);

function changeOf(before: string, after: string): PushFacts['change'] {
  if (isZero(after)) {
    return 'deleted';
  }
  return isZero(before) ? 'created' : 'moved';
}

/** Reads a commit from a payload, including those of pipelines and jobs. */
export function commitOf(commit: Json): PushedCommit {
  const message = textAt(commit, 'message');
  return {
    id: textAt(commit, 'id'),
    message,
    title: textAt(commit, 'title') || firstLine(message),
    url: textAt(commit, 'url'),
    timestamp: textAt(commit, 'timestamp'),
    authorName: textAt(commit, 'author', 'name'),
    authorEmail: textAt(commit, 'author', 'email'),
    fileCount: ['added', 'modified', 'removed'].reduce((count, name) => count + listAt(commit, name).length, 0),
  };
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text.trimStart())?.[0].trimEnd() ?? '';
