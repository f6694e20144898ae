import { Injectable } from '@nestjs/common';
import { conflict, unprocessable } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { isFinal } from '../records/delivery.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryResultsRepository } from '../records/delivery-results.repository.js';
import { DeliveryWakeUp } from '../records/delivery-wake-up.js';
import { IntegrationsService } from '../settings/integrations.service.js';
import { DeliveryLogService } from './delivery-log.service.js';

/** A delivery that is sent again. */
export interface Redelivered {
  readonly delivery: Delivery;
  /** False if the same delivery is tried again. */
  readonly isNew: boolean;
}

/** Sends deliveries again (contract: integrations §8.6). */
@Injectable()
export class RedeliveryService {
  constructor(
    private readonly log: DeliveryLogService,
    private readonly integrations: IntegrationsService,
    private readonly results: DeliveryResultsRepository,
    private readonly wakeUp: DeliveryWakeUp,
    private readonly database: Database,
  ) {}

  /**
   * Makes a delivery that waits for a retry due at once. Throws 409 for a delivery in progress, 422 while the
   * integration is off.
   */
  redeliver(project: Project, kind: IntegrationKind, id: number): Promise<Redelivered> {
    return this.database.transaction(async (tx) => {
      const delivery = await this.log.get(project, kind, id);
      await this.requireActive(project, kind);
      this.wakeUp.afterCommitOf(tx);
      if (await this.results.makeDue(id)) {
        return { delivery: await this.log.get(project, kind, id), isNew: false };
      }
      const redeliveryId = isFinal(delivery) ? await this.results.redeliver(id, null) : null;
      if (redeliveryId === null) {
        throw conflict('delivery is still in progress');
      }
      return { delivery: await this.log.get(project, kind, redeliveryId), isNew: true };
    });
  }

  /** Returns the id of the integration. Throws 422 while it is off. */
  async requireActive(project: Project, kind: IntegrationKind): Promise<number> {
    const { id, active } = await this.integrations.get(project, kind);
    if (!active) {
      throw unprocessable('the integration is not active');
    }
    return id;
  }
}
