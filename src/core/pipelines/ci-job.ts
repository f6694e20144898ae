import type { JobWhen } from './definition/definition.js';
import type { Status } from './processing/statuses.js';

export const FAILURE_REASONS = [
  'script_failure',
  'runner_system_failure',
  'job_execution_timeout',
  'stuck_or_timeout_failure',
  'trace_size_exceeded',
  'unknown_failure',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A job at a glance. */
export interface ShownJob {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: Status;
  readonly allowFailure: boolean;
}

/** A job that another one waits for by name. */
export interface JobNeed {
  readonly job: string;
  readonly artifacts: boolean;
}

/** A job as it is made (contract: triggers §5, §13). */
export interface NewJob {
  readonly name: string;
  readonly stage: string;
  readonly stagePosition: number;
  readonly status: Status;
  readonly when: JobWhen;
  /** Seconds. */
  readonly startIn: number | null;
  readonly allowFailure: boolean;
  readonly allowedExitCodes: readonly number[] | null;
  /** Null: waits for all earlier stages. */
  readonly needs: readonly JobNeed[] | null;
  readonly tags: readonly string[];
  /** What runners read. */
  readonly options: object;
  /** Of the file, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Seconds; null for the project's own. */
  readonly timeout: number | null;
  readonly retryMax: number;
  readonly retryWhen: readonly string[];
  readonly isInterruptible: boolean;
  /** Its ref was protected when it was made. */
  readonly isProtected: boolean;
  readonly coveragePattern: string | null;
}
