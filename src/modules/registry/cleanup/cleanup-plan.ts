import type { SeenTag } from '../tags/bulk-tags.repository.js';
import type { TagAuthor } from '../tags/tag-author.js';
import type { CleanupRules, TagDecision } from './cleanup-rules.js';

/** What a bulk delete would do. */
export interface CleanupPreview {
  readonly decisions: readonly TagDecision[];
  readonly planId: string;
  readonly expiresAt: string;
  readonly reclaimableBytes: number;
}

/**
 * Tags to be deleted, each only if it still points to the manifest it pointed to when it was read (contract: registry
 * §4 Plan).
 */
export interface CleanupPlan {
  readonly items: readonly SeenTag[];
  readonly keptCount: number;
  readonly rules: CleanupRules | null;
}

/** A plan that is being executed, and its progress. */
export interface CleanupRun {
  readonly repositoryId: number;
  readonly repositoryName: string;
  readonly projectId: number;
  readonly projectPath: string;
  readonly groupIds: readonly number[];
  readonly items: readonly SeenTag[];
  readonly keptCount: number;
  readonly done: number;
  readonly creator: TagAuthor;
  /** Whether the creator is still a Maintainer. */
  readonly isAllowed: boolean;
}

/** What a cleanup has done so far. */
export interface CleanupOutcome {
  readonly done: number;
  readonly deletedCount: number;
  /** The first names, up to a limit. */
  readonly deleted: readonly string[];
  /** Names that were pushed again in the meantime. */
  readonly skipped: readonly string[];
}

/** Returns the tags that are to be deleted, and the number of those that stay. */
export function planOf(decisions: readonly TagDecision[], rules: CleanupRules): CleanupPlan {
  const items = decisions.flatMap(({ tag, action }) =>
    action === 'delete' ? [{ name: tag.name, digest: tag.digest }] : [],
  );
  return { items, keptCount: decisions.length - items.length, rules };
}
