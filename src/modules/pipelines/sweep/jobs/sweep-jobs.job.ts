import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { JobSweepService } from '../job-sweep.service.js';

/** Looks every second for jobs with something due (contract: triggers §12). */
@Injectable()
export class SweepJobsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'triggers.sweep-jobs';
  readonly everySeconds = 1;

  constructor(private readonly sweep: JobSweepService) {}

  perform(): Promise<void> {
    return this.sweep.run();
  }
}
