import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
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
import { IntegrationsService } from '../settings/integrations.service.js';
import { RedeliverJob } from './jobs/redeliver.job.js';
import { RedeliveryService } from './redelivery.service.js';

/** The deliveries that a bulk redelivery would send again. */
export interface RedeliveryPreview {
  readonly count: number;
  /** The first of these deliveries. */
  readonly deliveries: readonly Delivery[];
}

/** Progress of a bulk redelivery. */
export interface RedeliveryProgress {
  readonly operation: Operation;
  /** Number of its deliveries by current state. */
  readonly counts: ReadonlyMap<string, number>;
}

const KIND = 'integration_redelivery';
const PREVIEWED = 100;

/** Starts bulk redeliveries (contract: integrations §8.6). */
@Injectable()
export class BulkRedeliveryService {
  constructor(
    private readonly integrations: IntegrationsService,
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

  /** Covers the deliveries that exist when it starts, not those that are created later. */
  start(project: Project, kind: IntegrationKind, filters: DeliveryFilters, caller: Caller): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      const integrationId = await this.redelivery.requireActive(project, kind);
      const operation = await this.operations.schedule(tx, {
        kind: KIND,
        creatorId: caller.userId,
        projectId: project.id,
        subject: subjectOf(integrationId),
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

  /** Returns an unfinished bulk redelivery of the integration; null if there is none. */
  async underWay(project: Project, kind: IntegrationKind): Promise<Operation | null> {
    const { id } = await this.integrations.get(project, kind);
    return this.operations.findUnderWay(KIND, subjectOf(id));
  }

  /** Throws 404 for an operation that belongs to another integration or is of another kind. */
  async progressOf(
    project: Project,
    kind: IntegrationKind,
    operationId: string,
    caller: Caller,
  ): Promise<RedeliveryProgress> {
    const { id } = await this.integrations.get(project, kind);
    const operation = await this.operations.find(operationId, caller);
    if (operation?.kind !== KIND || !(await this.operations.isAbout(operation, subjectOf(id)))) {
      throw notFound('Operation');
    }
    return { operation, counts: await this.log.countsOf(operation.id) };
  }
}

const subjectOf = (integrationId: number): string => `integration:${integrationId}`;
