import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { IS_ANY_WRITE_ABANDONED } from '../abandoned-writes.sql.js';
import { IntentRecoveryService } from '../intent-recovery.service.js';

/** Completes pushes whose process has ended, on whatever machine it ran. */
@Injectable()
export class SettleIntentsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'repositories.settle-intents';
  readonly everySeconds = 15;
  readonly condition = IS_ANY_WRITE_ABANDONED;

  constructor(private readonly recovery: IntentRecoveryService) {}

  async perform(): Promise<void> {
    await this.recovery.settleAbandoned();
  }
}
