import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { SpamLogsRepository } from './spam-logs.repository.js';

/** Deletes refusals whose hour is over. */
@Injectable()
export class SweepSpamLogsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'spam.sweep-logs';
  readonly everySeconds = 3600;

  constructor(private readonly logs: SpamLogsRepository) {}

  perform(): Promise<void> {
    return this.logs.sweep();
  }
}
