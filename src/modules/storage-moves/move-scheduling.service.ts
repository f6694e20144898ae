import { Injectable } from '@nestjs/common';
import { conflict, invalidField, notFound } from '../../common/errors/catalogue.js';
import type { AuditAuthor } from '../../core/audit/audit-author.js';
import { INSTANCE } from '../../core/audit/audit-event.js';
import { AuditService } from '../../core/audit/audit.service.js';
import { Database } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import { StoragesService } from '../repositories/storages/storages.service.js';
import type { ContainerKind } from './kinds/container-kind.js';
import type { MoveRefusal } from './move-refusal.js';
import type { ShownMove } from './storage-move.js';
import { MoveRepositoryJob } from './mover/move-repository.job.js';
import { MovedRepositoriesRepository } from './records/moved-repositories.repository.js';
import { StorageMovesRepository } from './records/storage-moves.repository.js';

/** A requested move. */
export interface MoveOrder {
  readonly containerId: number;
  /** Picked by weight if null. */
  readonly destination: string | null;
  /** The storage that the container must currently be on; any if absent. */
  readonly source?: string;
  readonly operationId: string | null;
}

/** Schedules moves: of concurrent requests for one container, only one succeeds (contract: storage-moves §3, §4). */
@Injectable()
export class MoveSchedulingService {
  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly storages: StoragesService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 400 for a destination that is not configured and during another move, 404 if the container is gone. */
  async schedule(kind: ContainerKind, order: MoveOrder, author: AuditAuthor): Promise<ShownMove> {
    this.requireConfigured(order.destination);
    return this.database.transaction(async () => {
      const scheduled = await this.tryToSchedule(kind, order, author);
      if (scheduled === 'is gone') {
        throw notFound(kind.label);
      }
      // Read in the same transaction: after it, the move may begin, but the answer should show it as scheduled.
      const move = typeof scheduled === 'number' ? await this.moves.find(kind, scheduled) : null;
      if (!move) {
        throw invalidField(kind.name, 'is read-only');
      }
      return move;
    });
  }

  /**
   * Creates a new record with the destination of a failed move. Throws 409 for another state, and 400 like
   * {@link schedule}.
   */
  retry(kind: ContainerKind, move: ShownMove, author: AuditAuthor): Promise<ShownMove> {
    if (move.state !== 'failed') {
      throw conflict('Only a failed move can be retried');
    }
    const { containerId, destinationStorage: destination } = move;
    return this.schedule(kind, { containerId, destination, operationId: null }, author);
  }

  /**
   * Returns the id of the new move, or the reason why there is none. Sets the flag and writes record, job and audit
   * event in one transaction.
   */
  tryToSchedule(kind: ContainerKind, order: MoveOrder, author: AuditAuthor): Promise<number | MoveRefusal> {
    return this.database.transaction(async (tx) => {
      const { containerId, source, operationId } = order;
      const repositories = await this.repositories.lock(kind, containerId);
      const [first] = repositories;
      if (!first || !(await this.moves.hasContainer(kind, containerId))) {
        return 'is gone';
      }
      if (source !== undefined && first.storage !== source) {
        return 'is not on the source storage';
      }
      if (repositories.some(({ readOnly }) => readOnly)) {
        return 'is read-only';
      }
      const destinationStorage = order.destination ?? (await this.storages.pick());
      const { storage: sourceStorage } = first;
      const id = await this.moves.insert(kind, { containerId, sourceStorage, destinationStorage, operationId });
      await this.jobs.enqueue(tx, MoveRepositoryJob, { kind: kind.name, id, containerId });
      const target = { id: containerId, type: kind.label, details: `${sourceStorage} to ${destinationStorage}` };
      await this.audit.record(tx, author, INSTANCE, target, { custom_message: 'Repository storage move scheduled' });
      return id;
    });
  }

  private requireConfigured(destination: string | null): void {
    if (destination !== null && !this.storages.names.includes(destination)) {
      throw invalidField('destination_storage_name', 'is not included in the list');
    }
  }
}
