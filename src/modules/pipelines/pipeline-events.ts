import type { Status } from '../../core/job-tokens/job-status.js';

/** Published in the transaction that changes it, first when it is made (contract: triggers §6). */
export interface PipelineChanged {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly status: Status;
}
export const PIPELINE_CHANGED = 'pipeline.changed';

export interface JobChanged {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly jobId: number;
  readonly status: Status;
}
export const JOB_CHANGED = 'job.changed';

/** Published once the log of a job that has ended is complete. */
export interface LogStored {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly jobId: number;
}
export const LOG_STORED = 'job.log-stored';
