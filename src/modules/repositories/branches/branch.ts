import type { Commit } from '../../../platform/git/commit-object.js';

export interface Branch {
  readonly name: string;
  readonly commit: Commit;
  /** Whether the default branch contains the head of this branch and has moved beyond it. */
  readonly isMerged: boolean;
}
