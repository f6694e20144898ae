import type { Commit } from '../../../platform/git/commit-object.js';

export interface Branch {
  readonly name: string;
  readonly commit: Commit;
  /** The default branch reaches its head. */
  readonly isMerged: boolean;
}
