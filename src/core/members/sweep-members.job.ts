import { Injectable } from '@nestjs/common';
import { DAY_SECONDS } from '../../common/time/units.js';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { MembersService } from './members.service.js';

/** Removes expired memberships once a day; they have not been valid since 00:00 UTC (contract: core §7). */
@Injectable()
export class SweepMembersJob implements Job<object>, RecurringJob {
  static readonly jobName = 'members.sweep-expired';
  readonly everySeconds = DAY_SECONDS;

  constructor(private readonly members: MembersService) {}

  async perform(): Promise<void> {
    await this.members.sweepExpired();
  }
}
