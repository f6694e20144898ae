import { Injectable } from '@nestjs/common';
import type { Operation } from '../../../core/operations/operation.js';
import { Clock } from '../../../common/time/clock.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { BulkItemsRepository } from './bulk-items.repository.js';
import type { ItemCounts } from './bulk-items.repository.js';
import { BulkMovesRepository } from './bulk-moves.repository.js';
import type { RunTotals } from './bulk-moves.repository.js';
import { movedKindOf } from './bulk-operation.js';

/** Progress and speed of a run. */
export interface BulkProgress {
  readonly operation: Operation;
  readonly kind: ContainerKind;
  readonly totals: RunTotals;
  readonly counts: ItemCounts;
  /** Number of containers that were skipped or whose move has ended. */
  readonly done: number;
  readonly bytesPerSecond: number;
  /** Null if it cannot be estimated. */
  readonly remainingSeconds: number | null;
}

/** Reports the progress of bulk runs to pages and commands (contract: storage-moves §6). */
@Injectable()
export class BulkProgressService {
  constructor(
    private readonly containers: BulkMovesRepository,
    private readonly items: BulkItemsRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns null for an operation that does not move repositories. */
  async of(operation: Operation): Promise<BulkProgress | null> {
    const kind = movedKindOf(operation);
    if (!kind) {
      return null;
    }
    const totals = await this.containers.totals(kind, operation.id);
    const counts = await this.items.counts(operation.id);
    const done = counts.settled - totals.active;
    const seconds = this.secondsOf(operation);
    const isOpen = operation.finishedAt === null;
    return {
      operation,
      kind,
      totals,
      counts,
      done,
      bytesPerSecond: seconds === 0 ? 0 : totals.copied / seconds,
      remainingSeconds: isOpen && done > 0 ? (seconds * Math.max((operation.total ?? 0) - done, 0)) / done : null,
    };
  }

  failures({ kind, operation }: BulkProgress) {
    return this.containers.failures(kind, operation.id);
  }

  skips({ operation }: BulkProgress) {
    return this.items.skips(operation.id);
  }

  private secondsOf({ startedAt, finishedAt }: Operation): number {
    if (startedAt === null) {
      return 0;
    }
    const end = finishedAt === null ? this.clock.now().getTime() : Date.parse(finishedAt);
    return Math.max(end - Date.parse(startedAt), 0) / 1000;
  }
}
