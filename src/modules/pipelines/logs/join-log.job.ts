import { Injectable } from '@nestjs/common';
import { JOB_ENDED } from '../pipeline-events.js';
import type { JobChanged } from '../pipeline-events.js';
import { hasEnded } from '../processing/statuses.js';
import type { Job } from '../../../platform/queue/job.js';
import { LogJoiningService } from './log-joining.service.js';

/**
 * Joins the parts of a finished job's log, because a log arrives in hundreds of parts and is read often. Safe to
 * repeat.
 */
@Injectable()
export class JoinLogJob implements Job<JobChanged> {
  static readonly jobName = 'triggers.join-log';
  static readonly on = [JOB_ENDED];

  constructor(private readonly joining: LogJoiningService) {}

  async perform({ projectId, pipelineId, jobId, status }: JobChanged): Promise<void> {
    // processes of an earlier version publish the event for every status
    if (hasEnded(status) && (await this.joining.join(jobId))) {
      await this.joining.announce({ projectId, pipelineId, jobId });
    }
  }
}
