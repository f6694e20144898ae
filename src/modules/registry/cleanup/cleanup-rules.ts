import type { TagFacts } from '../tags/tag.columns.js';

/** Which tags a bulk delete is about (contract: registry §4). */
export interface CleanupRules {
  readonly deletePattern: string;
  readonly keepPattern: string | null;
  /** Of those that match, this many of the newest stay. */
  readonly keepNewest: number | null;
  /** Milliseconds that the image must have been made before the request. */
  readonly olderThan: number | null;
}

/** Which rule decided about a tag, in the order in which they are asked (contract: registry §4 Dry run). */
export type DecidingRule = 'latest' | 'immutable' | 'name_regex_delete' | 'name_regex_keep' | 'keep_n' | 'older_than';

export interface TagDecision {
  readonly tag: TagFacts;
  readonly action: 'delete' | 'keep';
  readonly rule: DecidingRule;
}
