import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { ChangedPaths } from '../reads/history.service.js';
import type { RefChange } from '../protection/push-policy.js';
import type { Repository } from '../repository.js';

/** Where a change of refs came from. */
export type PushSource = 'push' | 'api';

export interface Push {
  readonly repository: Repository;
  readonly changes: readonly RefChange[];
  readonly actor: AuditAuthor;
  readonly source: PushSource;
  readonly options: readonly string[];
  /** Known where the service made the push itself. */
  readonly ownCommit?: OwnCommit | undefined;
}

/** The only commit that a push brings to the only branch that it moves; that branch held its parent, if it held any. */
export interface OwnCommit {
  readonly commit: Commit;
  readonly paths: ChangedPaths;
}

/**
 * One push as a whole; published in the transaction that follows it. Pipelines hang on it (contract: git §6, triggers
 * §3).
 */
export interface RepositoryPushed {
  readonly projectId: number;
  readonly repositoryId: number;
  readonly actorId: number;
  readonly source: PushSource;
  /** Those that moved, in the order of the push, or the first thousand of those that exist; 40 zeros stand for nothing. */
  readonly refs: readonly RefChange[];
  /** `ci.skip`, `ci.variable=KEY=VALUE`, ... as they were sent. */
  readonly options: readonly string[];
}
export const REPOSITORY_PUSHED = 'repository.pushed';
/** The tags of a push, a thousand at most in each event, for those whom no branch concerns. */
export const TAGS_PUSHED = 'repository.tags-pushed';

/** A snippet was pushed to, by git or otherwise. */
export interface SnippetPushed {
  readonly snippetId: number;
}
export const SNIPPET_PUSHED = 'snippet.pushed';

/** One branch or tag of a push; `body` is the whole payload of its event (contract: integrations §4.2). */
export interface RefPushed {
  readonly projectId: number;
  readonly kind: 'push' | 'tag_push';
  readonly body: Readonly<Record<string, unknown>>;
}
export const REF_PUSHED = 'repository.ref-pushed';
