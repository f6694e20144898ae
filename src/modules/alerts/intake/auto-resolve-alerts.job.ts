import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { IS_ANY_ALERT_DUE } from './auto-resolve.repository.js';
import { AutoResolveService } from './auto-resolve.service.js';

/** Contract: alerts §8.6. Safe to repeat, because resolved alerts are not found again. */
@Injectable()
export class AutoResolveAlertsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'alerts.auto-resolve';
  readonly everySeconds = 30;
  readonly condition = IS_ANY_ALERT_DUE;

  constructor(private readonly alerts: AutoResolveService) {}

  perform(): Promise<void> {
    return this.alerts.resolveDue();
  }
}
