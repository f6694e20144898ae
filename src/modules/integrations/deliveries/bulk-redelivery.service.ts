import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryLogRepository } from '../records/delivery-log.repository.js';
import type { DeliveryFilters } from '../records/delivery-log.repository.js';
import { RedeliverJob } from './jobs/redeliver.job.js';
import { RedeliveryService } from './redelivery.service.js';

/** What a bulk redelivery would send again. */
export interface RedeliveryPreview {
  readonly count: number;
  /** The first of them. */
  readonly deliveries: readonly Delivery[];
}

const KIND = 'integration_redelivery';
const PREVIEWED = 100;

/** Starts redeliveries of many at once (contract: integrations §8.6). */
@Injectable()
export class BulkRedeliveryService {
  constructor(
    private readonly redelivery: RedeliveryService,
    private readonly log: DeliveryLogRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async preview(project: Project, kind: IntegrationKind, filters: DeliveryFilters): Promise<RedeliveryPreview> {
    const integrationId = await this.redelivery.requireActive(project, kind);
    const ids = await this.log.idsAfter(integrationId, filters, 0, PREVIEWED);
    const found = await Promise.all(ids.map((id) => this.log.find(integrationId, id)));
    return {
      count: await this.log.count(integrationId, filters),
      deliveries: found.filter((delivery) => delivery !== null),
    };
  }

  /** What is delivered from now on is not sent again by it. */
  start(project: Project, kind: IntegrationKind, filters: DeliveryFilters, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      const integrationId = await this.redelivery.requireActive(project, kind);
      const operation = await this.operations.schedule(tx, {
        kind: KIND,
        creatorId: caller.userId,
        projectId: project.id,
        subject: `integration:${integrationId}`,
      });
      const { state, event, createdAfter, createdBefore } = filters;
      await this.jobs.enqueue(tx, RedeliverJob, {
        operationId: operation.id,
        integrationId,
        newest: await this.log.newestId(integrationId),
        state: state ?? null,
        event: event ?? null,
        createdAfter: createdAfter?.toISOString() ?? null,
        createdBefore: createdBefore?.toISOString() ?? null,
      });
      return operation;
    });
  }
}
