import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';

/** The owner of repositories (contract: storage-moves, first paragraph). */
export type ContainerRef =
  { readonly projectId: number } | { readonly groupId: number } | { readonly snippetId: number };

export type RepositoryType = 'code' | 'wiki' | 'snippet';

/** A new project with the storage of its repository. */
export interface StoredProject {
  readonly id: number;
  readonly storage: string;
}

export interface InitialFiles {
  readonly branch: string;
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

/**
 * Repositories of projects and groups, for the transactions that create, change and remove these. Contributed by the
 * module that stores repositories.
 */
export abstract class ContainerRepositories {
  /** Returns the storage named by an administrator, otherwise one picked by weight. Throws 400 for an unknown name. */
  abstract chooseStorage(named: string | undefined, caller: Pick<Caller, 'isAdmin'>): Promise<string>;

  /** Called in the transaction that creates the container. */
  abstract add(container: ContainerRef, type: RepositoryType, storage: string): Promise<void>;

  /** Writes the first commit of a project's code, in the transaction that creates the project. */
  abstract writeFirstCommit(tx: Tx, project: StoredProject, files: InitialFiles, caller: Caller): Promise<void>;

  /** Whether the project's repository has this branch. */
  abstract hasBranch(projectId: number, name: string): Promise<boolean>;

  /** Points HEAD of the project's repository to its default branch, now or as soon as it is writable. */
  abstract pointHead(projectId: number): Promise<void>;

  /** Called in the transaction that removes the container's rows; a job removes the files. */
  abstract removeAllOf(tx: Tx, container: ContainerRef): Promise<void>;
}
