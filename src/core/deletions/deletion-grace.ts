import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import type { EnqueueOptions } from '../../platform/queue/job.js';

/** How long deleted groups and projects can be restored: DELETION_GRACE (contract: core §15.3). */
@Injectable()
export class DeletionGrace {
  constructor(private readonly env: Env) {}

  get isOn(): boolean {
    return this.env.deletionGrace > 0;
  }

  /** Delays the removal job by the database's clock, since that of a process may be wrong. */
  jobOptions(): EnqueueOptions {
    return this.isOn ? { afterMs: this.env.deletionGrace * 1000 } : {};
  }
}
