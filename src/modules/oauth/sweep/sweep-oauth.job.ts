import { Injectable } from '@nestjs/common';
import { DAY_SECONDS } from '../../../common/time/units.js';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { OauthSweepRepository } from './oauth-sweep.repository.js';

/** Deletes codes one day after they expired, and tokens 30 days after their end (contract: oauth §12). */
@Injectable()
export class SweepOauthJob implements Job<object>, RecurringJob {
  static readonly jobName = 'oauth.sweep';
  readonly everySeconds = DAY_SECONDS;

  constructor(private readonly rows: OauthSweepRepository) {}

  async perform(): Promise<void> {
    await this.rows.sweep();
  }
}
