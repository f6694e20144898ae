import type { Verdict } from './cleanup-rules.js';

/** What a bulk delete would do. */
export interface CleanupPreview {
  readonly verdicts: readonly Verdict[];
  readonly planId: string;
  readonly expiresAt: string;
  readonly reclaimableBytes: number;
}
