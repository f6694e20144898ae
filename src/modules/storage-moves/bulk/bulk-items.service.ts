import { Injectable } from '@nestjs/common';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Database } from '../../../platform/database/database.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { BulkItemsRepository } from './bulk-items.repository.js';
import type { ItemCounts } from './bulk-items.repository.js';
import type { BulkRun } from './bulk-run.js';

/** Numbers of containers that were processed for the first time, and again. */
export interface Turns {
  readonly first: number;
  readonly again: number;
  /** Whether the run was canceled or paused before all of them were processed. */
  readonly isHeld: boolean;
}

/** Processes the containers of a run (contract: storage-moves §6). */
@Injectable()
export class BulkItemsService {
  constructor(
    private readonly items: BulkItemsRepository,
    private readonly scheduling: MoveSchedulingService,
    private readonly operations: OperationsService,
    private readonly database: Database,
  ) {}

  /** Processes containers that have not been processed yet, then those whose worker stopped. */
  async moveNext(run: BulkRun, limit: number): Promise<Turns> {
    if (limit <= 0) {
      return { first: 0, again: 0, isHeld: false };
    }
    const next = await this.items.next(run.operationId, limit);
    const stopped = next.length > 0 ? [] : await this.items.stopped(run.of, run.operationId, limit);
    const first = await this.moveEach(run, next, false);
    const again = await this.moveEach(run, stopped, true);
    return { first, again, isHeld: first < next.length || again < stopped.length };
  }

  counts({ operationId }: BulkRun): Promise<ItemCounts> {
    return this.items.counts(operationId);
  }

  skips({ operationId }: BulkRun) {
    return this.items.skips(operationId);
  }

  /** Returns the number of processed containers, which is smaller once the run is canceled or paused. */
  private async moveEach(run: BulkRun, containerIds: readonly number[], isAgain: boolean): Promise<number> {
    let moved = 0;
    for (const containerId of containerIds) {
      if (!(await this.move(run, containerId, isAgain))) {
        break;
      }
      moved += 1;
    }
    return moved;
  }

  /** Schedules the move and stores the outcome in one transaction, so that no container is processed twice. */
  private move(run: BulkRun, containerId: number, isAgain: boolean): Promise<boolean> {
    const { source, destination, operationId, of, author } = run;
    return this.database.transaction(async (tx) => {
      if (!(await this.operations.mayBegin(tx, operationId))) {
        return false;
      }
      const order = { containerId, source, destination, operationId };
      const scheduled = await this.scheduling.tryToSchedule(of, order, author);
      const outcome = typeof scheduled === 'string' ? scheduled : 'scheduled';
      await this.items.settle(operationId, containerId, isAgain ? 'scheduled again' : outcome);
      return true;
    });
  }
}
