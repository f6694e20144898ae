import type { PipelineSource } from '../pipeline-source.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { COMMIT_STATUS_COLUMNS } from './commit-status.columns.js';

/** States that external CI may report (contract: triggers §10). */
export const STATUS_STATES = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

/** Where statuses of external CI stand, behind the stages of the file. */
export const EXTERNAL_STAGE = 'external';
export const EXTERNAL: PipelineSource = 'external';

/** The report of external CI about a commit; absent fields stay as they were. */
export interface StatusReport {
  readonly state: StatusState;
  readonly name: string;
  readonly targetUrl: string | undefined;
  readonly description: string | undefined;
  /** Percent. */
  readonly coverage: number | undefined;
}

/** Which statuses of a commit are listed; all of a name only where that is asked for. */
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
