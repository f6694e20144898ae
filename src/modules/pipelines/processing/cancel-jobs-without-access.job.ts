import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { ACCESS_REDUCED } from '../../../core/events/access-reduced.js';
import type { AccessReduced } from '../../../core/events/access-reduced.js';
import { JobMovesService } from './job-moves.service.js';

/** Cancels the jobs of users who lost access (contract: triggers §8). */
@Injectable()
export class CancelJobsWithoutAccessJob implements Job<AccessReduced> {
  static readonly jobName = 'pipelines.cancel-jobs-without-access';
  static readonly on = [ACCESS_REDUCED];

  constructor(private readonly moves: JobMovesService) {}

  async perform({ userId }: AccessReduced): Promise<void> {
    await this.moves.cancelWithoutAccess(userId);
  }
}
