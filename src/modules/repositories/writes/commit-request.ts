import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { ReadSession } from '../reads/read-session.js';

/** One change of one path (contract: git §3.3). */
export type CommitAction =
  | { readonly kind: 'create'; readonly path: string; readonly content: Buffer; readonly isExecutable: boolean }
  | UpdateAction
  | { readonly kind: 'delete'; readonly path: string; readonly lastCommitId?: string | undefined }
  | MoveAction
  | {
      readonly kind: 'chmod';
      readonly path: string;
      readonly isExecutable: boolean;
      readonly lastCommitId?: string | undefined;
    };

interface UpdateAction {
  readonly kind: 'update';
  readonly path: string;
  readonly content: Buffer;
  /** Unchanged if undefined. */
  readonly isExecutable?: boolean | undefined;
  readonly lastCommitId?: string | undefined;
}

interface MoveAction {
  readonly kind: 'move';
  readonly path: string;
  readonly previousPath: string;
  /** Unchanged if undefined. */
  readonly content?: Buffer | undefined;
  readonly isExecutable?: boolean | undefined;
  readonly lastCommitId?: string | undefined;
}

/** The branch at the time of an attempt to commit. */
export interface BranchState {
  readonly session: ReadSession;
  readonly gitDir: GitDirectory;
  /** Null if the branch does not exist. */
  readonly head: Commit | null;
}

export interface CommitRequest {
  readonly branch: string;
  readonly message: string;
  readonly actions: readonly CommitAction[];
  readonly startBranch?: string | undefined;
  readonly startSha?: string | undefined;
  readonly force: boolean;
  readonly authorName?: string | undefined;
  readonly authorEmail?: string | undefined;
  /** Returns whether the state to be changed is still what the caller saw; called at each attempt. */
  readonly isAsSeen?: ((state: BranchState) => Promise<boolean>) | undefined;
}
