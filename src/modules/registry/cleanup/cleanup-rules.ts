import type { TagFacts } from '../tags/tag.columns.js';

/** Which tags a bulk delete removes (contract: registry §4). */
export interface CleanupRules {
  readonly deletePattern: string;
  readonly keepPattern: string | null;
  /** Number of the newest matching tags that are kept. */
  readonly keepNewest: number | null;
  /** Minimum age of the image at the time of the request, in milliseconds. */
  readonly olderThan: number | null;
}

/** Which rule decided about a tag, in the order in which the rules are applied (contract: registry §4 Dry run). */
export type DecidingRule = 'latest' | 'immutable' | 'name_regex_delete' | 'name_regex_keep' | 'keep_n' | 'older_than';

export interface TagDecision {
  readonly tag: TagFacts;
  readonly action: 'delete' | 'keep';
  readonly rule: DecidingRule;
}
