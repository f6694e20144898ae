import type { Env } from '../../../platform/config/env.js';
import type { Database } from '../../../platform/database/database.js';
import type { ClaimedDelivery, DeliveryQueueRepository } from '../records/delivery-queue.repository.js';
import { DeliveryWakeUp } from '../records/delivery-wake-up.js';
import type { DeliveryAttemptsService } from './delivery-attempts.service.js';
import { DeliveryEngine } from './delivery-engine.service.js';

const RETRY_SECONDS = 0.2;

/** A queue with one delivery, due at once and after each failed attempt. */
class FakeQueue {
  dueAt = 0;
  readonly owners = () => Promise.resolve([]);
  readonly takeBack = () => Promise.resolve();
  readonly renew = () => Promise.resolve();

  claim(): Promise<readonly ClaimedDelivery[]> {
    const isDue = performance.now() >= this.dueAt;
    this.dueAt = isDue ? Infinity : this.dueAt;
    return Promise.resolve(isDue ? [{ id: 1, integrationId: 1 } as ClaimedDelivery] : []);
  }
}

describe('DeliveryEngine', () => {
  it('looks for a retry when it is due, without being polled', async () => {
    const queue = new FakeQueue();
    let attempts = 0;
    const retried = new Promise<void>((resolve) => {
      const attempt = (): Promise<number | null> => {
        attempts += 1;
        if (attempts === 2) {
          resolve();
          return Promise.resolve(null);
        }
        queue.dueAt = performance.now() + RETRY_SECONDS * 1000;
        return Promise.resolve(RETRY_SECONDS);
      };
      const engine = new DeliveryEngine(
        queue as unknown as DeliveryQueueRepository,
        { attempt } as unknown as DeliveryAttemptsService,
        new DeliveryWakeUp(),
        { patiently: (work: () => unknown) => work() } as unknown as Database,
        { deliveries: { concurrency: 4 } } as Env,
      );
      engine.start();
      stop = () => engine.stop(0);
    });

    await retried;

    expect(attempts).toBe(2);
  });

  let stop = (): Promise<void> => Promise.resolve();
  afterEach(() => stop());
});
