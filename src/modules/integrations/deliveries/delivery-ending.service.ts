import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { ClaimedDelivery } from '../records/delivery-queue.repository.js';
import { DeliveryResultsRepository } from '../records/delivery-results.repository.js';
import type { AttemptResult } from '../records/delivery-results.repository.js';
import type { DeliveryFacts } from './delivery-facts.service.js';
import { HealthNoticesService } from './health-notices.service.js';
import { IntegrationHealthRepository } from './integration-health.repository.js';
import type { HealthChange } from './integration-health.repository.js';

interface Ended {
  readonly delivery: ClaimedDelivery;
  readonly facts: DeliveryFacts;
  readonly owner: string;
}

/** Stores the result of an attempt together with the health of its integration, in one transaction (contract: integrations §8.3). */
@Injectable()
export class DeliveryEndingService {
  private readonly logger = new Logger('deliveries');
  private readonly outcomes: Counter<'slug' | 'outcome'>;

  constructor(
    private readonly results: DeliveryResultsRepository,
    private readonly health: IntegrationHealthRepository,
    private readonly notices: HealthNoticesService,
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('slipway_deliveries_total', 'Attempts of deliveries by how they ended.', [
      'slug',
      'outcome',
    ]);
  }

  async end(attempt: AttemptResult, ended: Ended): Promise<void> {
    const { delivery, facts, owner } = ended;
    const { integration } = facts;
    const isWritten =
      attempt.state === 'succeeded' && (await this.results.succeed(attempt, delivery.integrationId, owner));
    if (!isWritten) {
      await this.endWithNotice(attempt, ended);
    }
    this.outcomes.inc({ slug: integration.slug, outcome: attempt.state });
    if (attempt.state !== 'succeeded') {
      const { errorCode: error, responseStatus: status } = attempt;
      this.logger.debug({ delivery: delivery.uuid, slug: integration.slug, outcome: attempt.state, error, status });
    }
  }

  /** Notifies Maintainers when the attempt pauses the integration, or ends its pause. */
  private async endWithNotice(attempt: AttemptResult, { delivery, facts, owner }: Ended): Promise<void> {
    const { integration } = facts;
    await this.database.transaction(async (tx) => {
      if (!(await this.results.finish(attempt, owner))) {
        return;
      }
      await this.results.log(attempt);
      const change = await this.noteHealth(attempt, delivery);
      if (change && change.isPaused !== change.wasPaused) {
        await (change.isPaused ? Promise.resolve() : this.results.release(integration.id));
        await this.notices.tell(tx, integration, change);
      }
    });
  }

  async cancel(delivery: ClaimedDelivery, reason: 'integration_disabled' | 'canceled', owner: string): Promise<void> {
    await this.results.finish(
      {
        deliveryId: delivery.id,
        number: delivery.attemptsCount,
        startedAt: new Date(delivery.createdAt),
        durationMs: 0,
        state: 'canceled',
        steps: [],
        responseStatus: null,
        errorCode: reason,
        error: null,
        retryAfter: null,
        waitSeconds: 0,
      },
      owner,
    );
  }

  /** A test that fails does not count against the integration; one that succeeds ends a pause. */
  private noteHealth({ state, steps }: AttemptResult, delivery: ClaimedDelivery): Promise<HealthChange | null> {
    if (state === 'succeeded') {
      return this.health.succeeded(delivery.integrationId);
    }
    return delivery.trigger === 'test'
      ? Promise.resolve(null)
      : this.health.failed(delivery.integrationId, { isGone: steps.some(({ errorCode }) => errorCode === 'gone') });
  }
}
