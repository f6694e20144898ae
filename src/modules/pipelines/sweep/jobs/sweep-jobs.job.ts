import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { isAnyJobDue } from '../due-jobs.sql.js';
import { JobSweepService } from '../job-sweep.service.js';

/** Ends and starts jobs whose time has come, within a second (contract: triggers §12). */
@Injectable()
export class SweepJobsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'triggers.sweep-jobs';
  readonly everySeconds = 1;
  readonly condition: RecurringJob['condition'];

  constructor(
    private readonly sweep: JobSweepService,
    env: Env,
  ) {
    this.condition = isAnyJobDue(env.ciRunnerLostAfter);
  }

  perform(): Promise<void> {
    return this.sweep.run();
  }
}
