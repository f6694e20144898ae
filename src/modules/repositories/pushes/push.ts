import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import type { RefChange } from '../protection/push-policy.js';
import type { Repository } from '../repository.js';

/** Where a change of refs came from. */
export type PushSource = 'push' | 'api';

/** A change of refs that was checked and begun. */
export interface RefIntent {
  readonly id: number;
  readonly repositoryId: number;
  readonly refs: readonly RefChange[];
  readonly actorId: number;
  readonly source: PushSource;
  readonly pushOptions: readonly string[];
  readonly address: string;
  readonly secondsOld: number;
}

export interface Push {
  readonly repository: Repository;
  readonly changes: readonly RefChange[];
  readonly actor: AuditAuthor;
  readonly source: PushSource;
  readonly options: readonly string[];
}

/** A project as what is written to it concerns it. */
export interface PushedProject {
  readonly id: number;
  readonly name: string;
  readonly fullPath: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'internal' | 'public';
  readonly defaultBranch: string | null;
  readonly ciConfigPath: string | null;
  readonly archived: boolean;
  readonly emptyRepo: boolean;
  readonly namespaceName: string;
  readonly namespaceKind: 'user' | 'group';
  readonly traversalIds: readonly number[];
  /** Of the group that holds it; null in a personal namespace. */
  readonly groupBranchProtection: number | null;
}

/** The account that pushes, as events show it. */
export interface Pusher {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly email: string;
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
  /** Those that moved, in the order of the push; 40 zeros stand for nothing. */
  readonly refs: readonly RefChange[];
  /** `ci.skip`, `ci.variable=KEY=VALUE`, ... as they were sent. */
  readonly options: readonly string[];
}
export const REPOSITORY_PUSHED = 'repository.pushed';

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
