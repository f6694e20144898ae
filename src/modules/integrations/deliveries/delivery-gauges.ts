import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { DeliveryQueueRepository } from '../records/delivery-queue.repository.js';

/** Gauges of the delivery queue, read when metrics are requested (contract: integrations §11). */
@Injectable()
export class DeliveryGauges {
  constructor(metrics: Metrics, queue: DeliveryQueueRepository) {
    metrics.reading('slipway_delivery_queue_depth', 'Deliveries that wait.', async () => (await queue.stats()).depth);
    metrics.reading(
      'slipway_delivery_oldest_due_seconds',
      'For how long the oldest due delivery has been due.',
      async () => (await queue.stats()).oldestDueSeconds,
    );
    metrics.reading(
      'slipway_integrations_paused',
      'Integrations whose deliveries are paused.',
      async () => (await queue.stats()).paused,
    );
  }
}
