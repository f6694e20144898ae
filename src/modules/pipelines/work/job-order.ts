import type { JobArtifact, JobNeed } from '../jobs/ci-job.js';
import type { PipelineSource } from '../pipeline.js';

/** All that is stored of a job that a runner takes. */
export interface JobOrder {
  readonly id: number;
  readonly pipelineId: number;
  readonly pipelineIid: number;
  readonly projectId: number;
  readonly name: string;
  readonly stage: string;
  readonly stagePosition: number;
  readonly userId: number | null;
  readonly ref: string;
  readonly isTag: boolean;
  readonly isProtected: boolean;
  readonly sha: string;
  readonly beforeSha: string;
  readonly source: PipelineSource;
  readonly eventType: string | null;
  readonly triggerId: number | null;
  /** Of the trigger token; null when none started it, or it is gone. */
  readonly firstFour: string | null;
  readonly needs: readonly JobNeed[] | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** Seconds; null for the project's own. */
  readonly timeout: number | null;
  /** Of the file, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Said by who played it. */
  readonly playVariables: Readonly<Record<string, string>>;
}

/** A job whose artifacts another one takes. */
export interface JobDependency {
  readonly id: number;
  readonly name: string;
  readonly stagePosition: number;
  readonly archive: Pick<JobArtifact, 'filename' | 'size'>;
}
