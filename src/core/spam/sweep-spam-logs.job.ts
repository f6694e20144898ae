import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../common/time/units.js';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { SpamLogsRepository } from './spam-logs.repository.js';

/** Deletes refusals after an hour. */
@Injectable()
export class SweepSpamLogsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'spam.sweep-logs';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly logs: SpamLogsRepository) {}

  perform(): Promise<void> {
    return this.logs.sweep();
  }
}
