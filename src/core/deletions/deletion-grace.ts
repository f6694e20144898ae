import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock.js';
import { Env } from '../../platform/config/env.js';
import type { EnqueueOptions } from '../../platform/queue/job.js';

/** How long deleted groups and projects can be brought back: DELETION_GRACE (contract: core §15.3). */
@Injectable()
export class DeletionGrace {
  constructor(
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  get isOn(): boolean {
    return this.env.deletionGrace > 0;
  }

  /** For the job that removes what was deleted. */
  jobOptions(): EnqueueOptions {
    return this.isOn ? { runAt: this.clock.in(this.env.deletionGrace) } : {};
  }
}
