import { Injectable } from '@nestjs/common';
import { conflict, invalid, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { BulkItemsRepository } from './bulk-items.repository.js';
import { endedOrderOf, movedKindOf, operationKindOf } from './bulk-operation.js';
import type { BulkOrder } from './bulk-operation.js';
import type { MovePreview } from './move-preview.js';
import { MovePreviewsService } from './move-previews.service.js';
import { RunBulkMovesJob } from './run-bulk-moves.job.js';

/** Schedules moves of all containers on a storage as one operation (contract: storage-moves §6). */
@Injectable()
export class BulkMovesService {
  constructor(
    private readonly items: BulkItemsRepository,
    private readonly previews: MovePreviewsService,
    private readonly storages: StoragesService,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Throws 400 for a storage that is not configured. */
  start(kind: ContainerKind, order: BulkOrder, creatorId: number | null): Promise<Operation> {
    this.requireConfigured({ source_storage_name: order.source, destination_storage_name: order.destination });
    return this.schedule(kind, order, creatorId, (id) => this.items.plan(kind, id, order.source));
  }

  /** Starts a run over the containers whose moves failed in an ended run. Throws 409 if there are none. */
  retryFailed(operation: Operation, creatorId: number | null): Promise<Operation> {
    const kind = movedKindOf(operation);
    const order = endedOrderOf(operation);
    if (!kind || !order) {
      throw conflict('Only moves of a run that has ended can be retried');
    }
    return this.schedule(kind, order, creatorId, async (id) => {
      const count = await this.items.planFailed(kind, id, operation.id);
      if (count === 0) {
        throw conflict('No move of the run failed');
      }
      return count;
    });
  }

  private schedule(
    kind: ContainerKind,
    { source, destination }: BulkOrder,
    creatorId: number | null,
    plan: (operationId: string) => Promise<number>,
  ): Promise<Operation> {
    return this.database.transaction(async (tx) => {
      const operation = await this.operations.schedule(tx, { kind: operationKindOf(kind), creatorId, canPause: true });
      const total = await plan(operation.id);
      await this.operations.settle(operation.id, 0, total);
      const payload = { kind: kind.name, operationId: operation.id, source, destination, total, creatorId };
      await this.jobs.enqueue(tx, RunBulkMovesJob, payload);
      return { ...operation, total };
    });
  }

  /** Throws 400 for a storage that is not configured. */
  async preview(kind: ContainerKind, { source, destination }: BulkOrder): Promise<MovePreview> {
    this.requireConfigured({ source_storage_name: source, destination_storage_name: destination });
    return this.previews.ofStorage(kind, source, destination);
  }

  /** Throws 400 for a destination that is not configured. */
  async previewOne(kind: ContainerKind, containerId: number, destination: string | null): Promise<MovePreview> {
    if (destination !== null && !this.storages.names.includes(destination)) {
      throw invalid({ destination_storage_name: ['is not included in the list'] });
    }
    return this.previews.ofContainer(kind, containerId, destination);
  }

  private requireConfigured(named: Readonly<Record<string, string | null>>): void {
    const unknown = Object.entries(named).filter(([, name]) => name !== null && !this.storages.names.includes(name));
    if (unknown.length > 0) {
      throw invalid(Object.fromEntries(unknown.map(([parameter]) => [parameter, [NOT_A_VALUE]])));
    }
  }
}
