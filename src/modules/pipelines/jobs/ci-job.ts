import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { JobNeed, JobWhen } from '../definition/definition.js';
import type { ciJobColumns, SHOWN_JOB_COLUMNS } from '../records/ci-job.columns.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

/** A short form of a job, for pages and for clients that follow its pipeline (contract: triggers §16.3). */
export type ShownJob = RowOf<typeof SHOWN_JOB_COLUMNS>;

/** A job as determined by its definition and the circumstances of its pipeline (contract: triggers §5, §13). */
export interface PlannedJob {
  readonly name: string;
  readonly stage: string;
  readonly stagePosition: number;
  readonly when: JobWhen;
  /** In seconds. */
  readonly startIn: number | null;
  readonly allowFailure: boolean;
  readonly allowedExitCodes: readonly number[] | null;
  /** Null if the job waits for all earlier stages. */
  readonly needs: readonly JobNeed[] | null;
  readonly tags: readonly string[];
  /** Options that runners read, as JSON. */
  readonly options: string;
  /** Variables from the definition by name, as JSON. */
  readonly variables: string;
  /** In seconds; null for the project's default. */
  readonly timeout: number | null;
  readonly retryMax: number;
  readonly retryWhen: readonly string[];
  readonly isInterruptible: boolean;
  readonly coveragePattern: string | null;
}

/** A job as it is first stored. */
export interface NewJob extends PlannedJob {
  readonly id: number;
  readonly status: Status;
  /** Whether the ref was protected when the job was created. */
  readonly isProtected: boolean;
}

/** A job as read from the database (contract: triggers §7). */
export type CiJob = RowOf<ReturnType<typeof ciJobColumns>>;
/** The runner of a job, as the job shows it. */
export type JobRunner = NonNullable<CiJob['runner']>;
export type JobArtifact = CiJob['artifacts'][number];
