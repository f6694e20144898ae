import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { BulkItemsRepository } from './bulk-items.repository.js';
import type { ItemCounts } from './bulk-items.repository.js';
import type { BulkRun } from './bulk-run.js';

/** How many containers had their turn, and how many another one. */
export interface Turns {
  readonly first: number;
  readonly again: number;
}

/** Gives the containers of a run their turns (contract: storage-moves §6). */
@Injectable()
export class BulkItemsService {
  constructor(
    private readonly items: BulkItemsRepository,
    private readonly scheduling: MoveSchedulingService,
    private readonly database: Database,
  ) {}

  /** Those that had no turn yet, then those whose worker stopped. */
  async moveNext(run: BulkRun, limit: number): Promise<Turns> {
    if (limit <= 0) {
      return { first: 0, again: 0 };
    }
    const next = await this.items.next(run.operationId, limit);
    const stopped = next.length > 0 ? [] : await this.items.stopped(run.of, run.operationId, limit);
    for (const containerId of next) {
      await this.move(run, containerId, false);
    }
    for (const containerId of stopped) {
      await this.move(run, containerId, true);
    }
    return { first: next.length, again: stopped.length };
  }

  counts({ operationId }: BulkRun): Promise<ItemCounts> {
    return this.items.counts(operationId);
  }

  skips({ operationId }: BulkRun) {
    return this.items.skips(operationId);
  }

  /** The move and the note of it are one transaction, so that no container has two turns. */
  private async move(run: BulkRun, containerId: number, isAgain: boolean): Promise<void> {
    const { source, destination, operationId, of, author } = run;
    await this.database.transaction(async () => {
      const order = { containerId, source, destination, operationId };
      const scheduled = await this.scheduling.tryToSchedule(of, order, author);
      const outcome = typeof scheduled === 'string' ? scheduled : 'scheduled';
      await this.items.settle(operationId, containerId, isAgain ? 'scheduled again' : outcome);
    });
  }
}
