import type { FileDiff } from '../reads/diff-text.js';
import type { Commit } from '../../../platform/git/commit-object.js';

/** The difference between two states of a repository. */
export interface Comparison {
  /** Oldest first. */
  readonly commits: readonly Commit[];
  readonly files: readonly FileDiff[];
  readonly isTimedOut: boolean;
  readonly isSameRef: boolean;
}
