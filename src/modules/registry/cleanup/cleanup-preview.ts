import type { TagDecision } from './cleanup-rules.js';

/** What a bulk delete would do. */
export interface CleanupPreview {
  readonly decisions: readonly TagDecision[];
  readonly planId: string;
  readonly expiresAt: string;
  readonly reclaimableBytes: number;
}
