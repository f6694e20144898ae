import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { JobNeed, JobWhen } from '../definition/definition.js';
import type { ciJobColumns, SHOWN_JOB_COLUMNS } from '../records/ci-job.columns.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

/** A short form of a job, for pages and for clients that follow its pipeline (contract: triggers §16.3). */
export type ShownJob = RowOf<typeof SHOWN_JOB_COLUMNS>;

/** A job as its definition and the circumstances of its pipeline make it (contract: triggers §5, §13). */
export interface PlannedJob {
  readonly name: string;
  readonly stage: string;
  readonly stagePosition: number;
  readonly when: JobWhen;
  /** Seconds. */
  readonly startIn: number | null;
  readonly allowFailure: boolean;
  readonly allowedExitCodes: readonly number[] | null;
  /** Null: waits for all earlier stages. */
  readonly needs: readonly JobNeed[] | null;
  readonly tags: readonly string[];
  /** What runners read, as JSON. */
  readonly options: string;
  /** Of the file, by name, as JSON. */
  readonly variables: string;
  /** Seconds; null for the project's own. */
  readonly timeout: number | null;
  readonly retryMax: number;
  readonly retryWhen: readonly string[];
  readonly isInterruptible: boolean;
  readonly coveragePattern: string | null;
}

/** A job as it is stored first. */
export interface NewJob extends PlannedJob {
  readonly status: Status;
  /** Its ref was protected when it was made. */
  readonly isProtected: boolean;
}

/** A job as it is read (contract: triggers §7). */
export type CiJob = RowOf<ReturnType<typeof ciJobColumns>>;
/** The runner of a job, as the job shows it. */
export type JobRunner = NonNullable<CiJob['runner']>;
export type JobArtifact = CiJob['artifacts'][number];
