import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../common/time/units.js';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { SessionsRepository } from './sessions.repository.js';

/** Deletes sessions that were idle for too long (contract: oauth §2.2). */
@Injectable()
export class SweepSessionsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'sessions.sweep';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly sessions: SessionsRepository) {}

  async perform(): Promise<void> {
    await this.sessions.sweep();
  }
}
