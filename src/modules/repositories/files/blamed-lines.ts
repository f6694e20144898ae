import type { Commit } from '../../../platform/git/commit-object.js';

/** Lines that one commit wrote, one after the other. */
export interface BlamedLines {
  readonly commit: Commit;
  readonly lines: readonly string[];
}
