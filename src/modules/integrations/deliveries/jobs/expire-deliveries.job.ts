import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { DeliveryQueueRepository } from '../../records/delivery-queue.repository.js';

const MINUTE_SECONDS = 60;
const DAYS = 3;

/** Fails deliveries that have waited too long for a paused integration (contract: integrations §8.3). */
@Injectable()
export class ExpireDeliveriesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'integrations.expire-deliveries';
  readonly everySeconds = MINUTE_SECONDS;

  constructor(private readonly queue: DeliveryQueueRepository) {}

  async perform(): Promise<void> {
    await this.queue.expire(DAYS);
  }
}
