import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { Env } from '../../../platform/config/env.js';
import type { JobRun } from '../../../platform/queue/job.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { BulkItemsService } from './bulk-items.service.js';
import { BulkMovesRepository } from './bulk-moves.repository.js';
import type { RunTotals } from './bulk-moves.repository.js';
import type { BulkRun, BulkRunPayload } from './bulk-run.js';

const LOOK_MS = 100;
/** How many of a run's moves are unfinished, beside those that copy. */
const AHEAD = 2;
/** How many that wait for writes under way are not counted among those. */
const WAITING = 50;
/** The same of those that wait for reads of the old copy, for each that may copy: more would make their windows longer. */
const CLEANING = 4;

/** Keeps a few moves of a run under way until all containers had their turn (contract: storage-moves §6). */
@Injectable()
export class BulkRunService {
  constructor(
    private readonly containers: BulkMovesRepository,
    private readonly items: BulkItemsService,
    private readonly moves: StorageMovesService,
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
  }

  /** False where the run was canceled. */
  private async moveAll(run: BulkRun, progress: Progress, job: JobRun): Promise<boolean> {
    for (;;) {
      job.signal.throwIfAborted();
      const totals = await this.containers.totals(run.of, run.operationId);
      const { active } = totals;
      const { settled } = await this.items.counts(run);
      if (!(await progress.advance(settled - active, run.total))) {
        return false;
      }
      const moved = await this.items.moveNext(run, await this.freeIn(run, totals));
      if (moved === 0 && active === 0) {
        return true;
      }
      await (moved === 0 ? sleep(LOOK_MS) : undefined);
    }
  }

  /** How many more moves of the run may begin. */
  private async freeIn(run: BulkRun, { active, replicated }: RunTotals): Promise<number> {
    const writesGoOn = active === replicated ? 0 : await this.containers.waiting(run.of, run.operationId);
    const { concurrency } = this.env.storageMoves;
    const waiting = Math.min(writesGoOn, WAITING) + Math.min(replicated, concurrency * CLEANING);
    return concurrency * AHEAD - active + waiting;
  }

  private async cancelMoves(run: BulkRun): Promise<void> {
    for (const { id } of await this.containers.active(run.of, run.operationId)) {
      await this.moves.cancel(run.of, id).catch(() => undefined); // it has ended meanwhile
    }
  }

  private async awaitMoves(run: BulkRun, job: JobRun): Promise<void> {
    while ((await this.containers.totals(run.of, run.operationId)).active > 0) {
      job.signal.throwIfAborted();
      await sleep(LOOK_MS);
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
