import { Injectable } from '@nestjs/common';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { PausableProgress } from '../../../core/operations/operations.service.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { Env } from '../../../platform/config/env.js';
import type { JobRun } from '../../../platform/queue/job.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { MoveChanges } from '../mover/move-changes.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { BulkItemsService } from './bulk-items.service.js';
import { BulkMovesRepository } from './bulk-moves.repository.js';
import type { ActiveMoves } from './bulk-moves.repository.js';
import type { BulkRun, BulkRunPayload } from './bulk-run.js';

/**
 * Minimum and maximum interval in ms at which a run checks whether more moves may begin, because other processes carry
 * out some of them; it grows while nothing changes.
 */
const LOOK_MS = 20;
const LONGEST_LOOK_MS = 250;
/** Interval in ms of these checks while the run is paused. */
const PAUSED_LOOK_MS = 1000;
/** Number of unfinished moves of a run per concurrent copy. */
const AHEAD = 2;
/** Maximum number of moves waiting for writes or reads that do not count towards that limit. */
const WAITING = 50;

/** Keeps a few moves of a run active until all containers have been processed (contract: storage-moves §6). */
@Injectable()
export class BulkRunService {
  constructor(
    private readonly containers: BulkMovesRepository,
    private readonly items: BulkItemsService,
    private readonly moves: StorageMovesService,
    private readonly changes: MoveChanges,
    private readonly operations: OperationsService,
    private readonly users: UsersRepository,
    private readonly env: Env,
  ) {}

  async carryOut(payload: BulkRunPayload, job: JobRun): Promise<void> {
    const account = payload.creatorId === null ? null : await this.users.findAccount(payload.creatorId);
    const author = account ? { ...BY_SYSTEM, account, userId: account.id } : BY_SYSTEM;
    const run: BulkRun = { ...payload, of: CONTAINER_KINDS[payload.kind], author };
    await this.operations.attempt(run.operationId, job, async (progress) => {
      const isWhole = await this.moveAll(run, progress, job);
      if (!isWhole) {
        await this.cancelMoves(run);
      }
      await this.awaitMoves(run, job);
      return this.resultOf(run);
    });
    await this.operations.completeCanceled(run.operationId, () => this.resultOf(run)); // contract: storage-moves §6
  }

  /** Returns false if the run was canceled. */
  private async moveAll(run: BulkRun, progress: PausableProgress, job: JobRun): Promise<boolean> {
    let { settled } = await this.items.counts(run);
    for (let pause = LOOK_MS; ;) {
      job.signal.throwIfAborted();
      const active = await this.containers.active(run.of, run.operationId);
      if (!(await progress.advance(settled - active.total, run.total))) {
        return false;
      }
      if (progress.isPaused) {
        await this.changes.next(PAUSED_LOOK_MS);
        continue;
      }
      const turns = await this.items.moveNext(run, this.freeIn(active));
      settled += turns.first;
      if (turns.isHeld) {
        await progress.ask();
      } else if (turns.first + turns.again > 0) {
        pause = LOOK_MS;
      } else if (active.total === 0) {
        return progress.ask();
      } else {
        await this.changes.next(pause);
        pause = Math.min(2 * pause, LONGEST_LOOK_MS);
      }
    }
  }

  /** Returns how many more moves of the run may begin. */
  private freeIn({ total, waiting }: ActiveMoves): number {
    return this.env.storageMoves.concurrency * AHEAD - total + Math.min(waiting, WAITING);
  }

  private async cancelMoves(run: BulkRun): Promise<void> {
    for (const { id } of await this.containers.cancelable(run.of, run.operationId)) {
      await this.moves.cancel(run.of, id).catch(() => undefined); // it has ended in the meantime
    }
  }

  private async awaitMoves(run: BulkRun, job: JobRun): Promise<void> {
    while ((await this.containers.active(run.of, run.operationId)).total > 0) {
      job.signal.throwIfAborted();
      await this.changes.next(LONGEST_LOOK_MS);
    }
  }

  private async resultOf(run: BulkRun) {
    const { of, operationId, source, destination, total } = run;
    const totals = await this.containers.totals(of, operationId);
    const { settled, skipped } = await this.items.counts(run);
    await this.operations.settle(operationId, settled, total);
    const failures = await this.containers.failures(of, operationId);
    const skips = await this.items.skips(run);
    return {
      source_storage_name: source,
      destination_storage_name: destination,
      scheduled: totals.scheduled,
      finished: totals.finished,
      failed: totals.failed,
      cleanup_failed: totals.cleanupFailed,
      skipped,
      bytes: totals.bytes,
      failures: failures.map(({ id, containerId, errorMessage }) => ({
        move_id: id,
        container_id: containerId,
        error_message: errorMessage,
      })),
      skips: skips.map(({ containerId, reason }) => ({ container_id: containerId, reason })),
    };
  }
}
