import type { PipelineSource } from '../pipeline-source.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { COMMIT_STATUS_COLUMNS } from './commit-status.columns.js';

/** States that external CI may report (contract: triggers §10). */
export const STATUS_STATES = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

/** Stage of statuses from external CI, after the stages of the definition. */
export const EXTERNAL_STAGE = 'external';
export const EXTERNAL: PipelineSource = 'external';

/** A report from external CI about a commit; absent fields are unchanged. */
export interface StatusReport {
  readonly state: StatusState;
  readonly name: string;
  readonly targetUrl: string | undefined;
  readonly description: string | undefined;
  /** In percent. */
  readonly coverage: number | undefined;
}

/** Filters for the statuses of a commit; only the newest of each name unless older ones are requested. */
export interface StatusFilters {
  readonly ref?: string | undefined;
  readonly stage?: string | undefined;
  readonly name?: string | undefined;
  readonly pipelineId?: number | undefined;
  readonly includesOlder?: boolean | undefined;
}

/** The commit and ref that statuses belong to. */
export interface StatusSubject {
  readonly projectId: number;
  readonly sha: string;
  readonly ref: RefName;
}

export type CommitStatus = RowOf<typeof COMMIT_STATUS_COLUMNS>;
