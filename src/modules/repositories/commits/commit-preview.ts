import type { DiffStats } from '../reads/diff-stats.js';
import type { FileDiff } from '../reads/diff-text.js';

/** What a commit would be. */
export interface CommitPreview {
  readonly branch: string;
  /** What the branch would be moved from; null for a branch without a past. */
  readonly head: string | null;
  readonly files: readonly FileDiff[];
  readonly stats: DiffStats;
}
