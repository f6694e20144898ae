import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';

/** What owns repositories (contract: storage-moves, first paragraph). */
export type ContainerRef =
  { readonly projectId: number } | { readonly groupId: number } | { readonly snippetId: number };

export type RepositoryType = 'code' | 'wiki' | 'snippet';

export interface InitialFiles {
  readonly branch: string;
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

/**
 * The repositories of projects and groups as these need them, in the transactions that make, change and remove them: a
 * contribution of the module that stores repositories.
 */
export abstract class ContainerRepositories {
  /** What an administrator named, else a pick by weight. Throws 400 for an unknown name. */
  abstract chooseStorage(named: string | undefined, caller: Pick<Caller, 'isAdmin'>): Promise<string>;

  /** In the transaction that makes the container. */
  abstract add(container: ContainerRef, type: RepositoryType, storage: string): Promise<void>;

  /** The first commit of a project's code, in the transaction that makes the project. */
  abstract writeFirstCommit(tx: Tx, projectId: number, files: InitialFiles, caller: Caller): Promise<void>;

  /** Whether the project's code has that branch. */
  abstract hasBranch(projectId: number, name: string): Promise<boolean>;

  /** Lets HEAD of the project's code name its default branch, now or as soon as it may be written. */
  abstract pointHead(projectId: number): Promise<void>;

  /** In the transaction that removes the container's rows; what lies on disk follows by a job. */
  abstract removeAllOf(tx: Tx, container: ContainerRef): Promise<void>;
}
