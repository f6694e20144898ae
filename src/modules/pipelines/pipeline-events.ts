import type { DomainEvent } from '../../core/events/domain-event.js';
import type { Status } from '../../core/job-tokens/job-status.js';
import { hasEnded } from './processing/statuses.js';

/** Published in the transaction that creates the pipeline or changes its status (contract: triggers §6). */
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
/** For subscribers that only need the end of jobs; has the payload of {@link JOB_CHANGED}. */
export const JOB_ENDED = 'job.ended';

/** Returns the events for a job whose status changed. */
export function eventsOfJob(payload: JobChanged): readonly DomainEvent[] {
  const changed = { name: JOB_CHANGED, payload };
  return hasEnded(payload.status) ? [changed, { name: JOB_ENDED, payload }] : [changed];
}

/** Published once the log of a finished job is complete. */
export interface LogStored {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly jobId: number;
}
export const LOG_STORED = 'job.log-stored';
