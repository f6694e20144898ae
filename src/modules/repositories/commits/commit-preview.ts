import type { DiffStats } from '../reads/diff-stats.js';
import type { FileDiff } from '../reads/diff-text.js';

/** The commit that a request would create. */
export interface CommitPreview {
  readonly branch: string;
  /** The current head of the branch; null if the branch has no commits yet. */
  readonly head: string | null;
  readonly files: readonly FileDiff[];
  readonly stats: DiffStats;
}
