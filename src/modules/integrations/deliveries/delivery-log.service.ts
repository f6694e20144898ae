import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Clock } from '../../../common/time/clock.js';
import type { Project } from '../../../core/projects/project.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { Redaction } from '../planning/redaction.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryLogRepository } from '../records/delivery-log.repository.js';
import type { DeliveryFilters } from '../records/delivery-log.repository.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationsService } from '../settings/integrations.service.js';
import type { LoggedDelivery } from './delivery.presenter.js';

/** The log of what was sent to integrations (contract: integrations §8.5). */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly log: DeliveryLogRepository,
    private readonly secrets: IntegrationSecrets,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an integration that was never set up. */
  async list(
    project: Project,
    kind: IntegrationKind,
    filters: DeliveryFilters,
    page: PageRequest,
  ): Promise<Page<Delivery>> {
    const { id } = await this.integrations.get(project, kind);
    return this.log.page(id, filters, page);
  }

  /** Throws 404, also for a delivery of another integration. */
  async get(project: Project, kind: IntegrationKind, id: number): Promise<Delivery> {
    return this.findOf(await this.integrations.get(project, kind), id);
  }

  /**
   * Returns a delivery with its attempts and its event, from which the integration's secrets are removed (contract:
   * integrations §3.3).
   */
  async read(project: Project, kind: IntegrationKind, id: number): Promise<LoggedDelivery> {
    const integration = await this.integrations.get(project, kind);
    const delivery = await this.findOf(integration, id);
    const redaction = new Redaction(kind, [
      ...this.secrets.open(integration).values(),
      ...this.secrets.openSigning(integration, this.clock.now()),
    ]);
    return {
      delivery,
      payload: await redaction.payload(await this.log.payloadOf(delivery.event.id)),
      attempts: await this.log.attemptsOf(delivery.id),
    };
  }

  private async findOf(integration: Integration, id: number): Promise<Delivery> {
    const delivery = await this.log.find(integration.id, id);
    if (!delivery) {
      throw notFound('Delivery');
    }
    return delivery;
  }
}
