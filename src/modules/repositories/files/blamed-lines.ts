import type { Commit } from '../../../platform/git/commit-object.js';

/** Consecutive lines that one commit wrote. */
export interface BlamedLines {
  readonly commit: Commit;
  readonly lines: readonly string[];
}
