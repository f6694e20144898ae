import type { JobWhen } from '../definition/definition.js';
import type { PipelineSource } from '../pipeline.js';
import type { Status } from '../processing/statuses.js';

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

/** Words for a runner: of the instance, a group, or projects (contract: triggers §9). */
export const RUNNER_TYPES = ['instance_type', 'group_type', 'project_type'] as const;
export type RunnerType = (typeof RUNNER_TYPES)[number];

/** The runner of a job, as the job shows it. */
export interface JobRunner {
  readonly id: number;
  readonly description: string | null;
  readonly name: string | null;
  readonly type: RunnerType;
  readonly isPaused: boolean;
  /** Null while nothing was ever heard of it. */
  readonly isOnline: boolean | null;
}

export interface JobArtifact {
  readonly type: string;
  readonly format: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

/** The pipeline of a job, as the job shows it. */
export interface JobPipeline {
  readonly pipelineIid: number;
  readonly pipelineStatus: Status;
  readonly pipelineSource: PipelineSource;
  readonly pipelineCreatedAt: string;
  readonly pipelineUpdatedAt: string;
}

/** A job as it is read (contract: triggers §7). */
export interface CiJob extends JobPipeline {
  readonly id: number;
  readonly kind: 'build' | 'status';
  readonly projectId: number;
  /** Of the project, as of now. */
  readonly projectPath: string;
  readonly pipelineId: number;
  readonly name: string;
  readonly stage: string;
  readonly stagePosition: number;
  readonly status: Status;
  readonly ref: string;
  readonly isTag: boolean;
  readonly sha: string;
  readonly coverage: number | null;
  readonly allowFailure: boolean;
  readonly isRetried: boolean;
  readonly userId: number | null;
  readonly failureReason: FailureReason | null;
  readonly tags: readonly string[];
  /** Of a status that somebody reported: where to read on, and what it says. */
  readonly targetUrl: string | null;
  readonly description: string | null;
  readonly runner: JobRunner | null;
  readonly artifacts: readonly JobArtifact[];
  readonly artifactsExpireAt: string | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly queuedDuration: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly erasedAt: string | null;
}

/** A job as those see it who follow its pipeline (contract: triggers §16.3). */
export type JobOutline = Pick<CiJob, 'id' | 'name' | 'stage' | 'status' | 'allowFailure'>;
