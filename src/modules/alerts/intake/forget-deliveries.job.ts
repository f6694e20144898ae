import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../platform/queue/job.js';
import { DeliveriesRepository } from './deliveries.repository.js';

/** Deletes the answers to signed requests after the time in which these may be repeated (contract: alerts §8.4). */
@Injectable()
export class ForgetDeliveriesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'alerts.forget-deliveries';
  readonly everySeconds = 300;

  constructor(private readonly deliveries: DeliveriesRepository) {}

  perform(): Promise<void> {
    return this.deliveries.forgetOld();
  }
}
