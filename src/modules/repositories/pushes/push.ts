import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { ChangedPaths } from '../reads/history.service.js';
import type { RefChange } from '../protection/push-policy.js';
import type { Repository } from '../repository.js';

/** The origin of a change of refs. */
export type PushSource = 'push' | 'api';

export interface Push {
  readonly repository: Repository;
  readonly changes: readonly RefChange[];
  readonly actor: AuditAuthor;
  readonly source: PushSource;
  readonly options: readonly string[];
  /** Set if the service made the push itself. */
  readonly ownCommit?: OwnCommit | undefined;
}

/**
 * The only commit that a push adds to the only branch that it moves; the branch pointed at the commit's parent, if it
 * existed.
 */
export interface OwnCommit {
  readonly commit: Commit;
  readonly paths: ChangedPaths;
}

/**
 * One push as a whole, published in the transaction that applies its consequences, except for commits that matter to no
 * `CommitFollower`. Triggers pipelines (contract: git §6, triggers §3).
 */
export interface RepositoryPushed {
  readonly projectId: number;
  readonly repositoryId: number;
  readonly actorId: number;
  readonly source: PushSource;
  /**
   * The refs that moved, in the order of the push, or the first thousand of those that were not deleted; 40 zeros stand
   * for a missing ref.
   */
  readonly refs: readonly RefChange[];
  /** `ci.skip`, `ci.variable=KEY=VALUE`, ... as sent. */
  readonly options: readonly string[];
}
export const REPOSITORY_PUSHED = 'repository.pushed';
/** The tags of a push, at most a thousand per event, for subscribers that ignore branches. */
export const TAGS_PUSHED = 'repository.tags-pushed';

/** A snippet was pushed to, by git or otherwise. */
export interface SnippetPushed {
  readonly snippetId: number;
}
export const SNIPPET_PUSHED = 'snippet.pushed';

/** One branch or tag of a push; `body` is the complete payload of its event (contract: integrations §4.2). */
export interface RefPushed {
  readonly projectId: number;
  readonly kind: 'push' | 'tag_push';
  readonly body: Readonly<Record<string, unknown>>;
}
export const REF_PUSHED = 'repository.ref-pushed';
