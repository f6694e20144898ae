import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Project } from '../../../core/projects/project.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryLogRepository } from '../records/delivery-log.repository.js';
import type { DeliveryFilters } from '../records/delivery-log.repository.js';
import { IntegrationsService } from '../settings/integrations.service.js';
import type { LoggedDelivery } from './delivery.presenter.js';

/** What integrations were sent (contract: integrations §8.5). */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly log: DeliveryLogRepository,
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

  /** Throws 404 for one of another integration, too. */
  async get(project: Project, kind: IntegrationKind, id: number): Promise<Delivery> {
    const integration = await this.integrations.get(project, kind);
    const delivery = await this.log.find(integration.id, id);
    if (!delivery) {
      throw notFound('Delivery');
    }
    return delivery;
  }

  /** With its event and its attempts. */
  async read(project: Project, kind: IntegrationKind, id: number): Promise<LoggedDelivery> {
    const delivery = await this.get(project, kind, id);
    return {
      delivery,
      payload: await this.log.payloadOf(delivery.event.id),
      attempts: await this.log.attemptsOf(delivery.id),
    };
  }
}
