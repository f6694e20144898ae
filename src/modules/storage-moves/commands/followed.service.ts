import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { print } from '../../../platform/cli/command.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import { ProgressLine } from '../../../platform/cli/progress-line.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { BulkProgressService } from '../bulk/bulk-progress.service.js';
import type { BulkProgress } from '../bulk/bulk-progress.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { ShownMove } from '../storage-move.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { moveLine } from './move-line.js';

const LOOK_MS = 500;
const ENDED_WELL: readonly string[] = ['finished', 'cleanup failed'];

/** Shows the progress of moves until they end. */
@Injectable()
export class FollowedService {
  constructor(
    private readonly moves: StorageMovesService,
    private readonly operations: OperationsService,
    private readonly progress: BulkProgressService,
  ) {}

  /** Returns the exit code. */
  async move(kind: ContainerKind, id: number): Promise<number> {
    const line = new ProgressLine();
    for (;;) {
      const move = await this.moves.get(kind, id);
      if (move.finishedAt !== null) {
        line.end();
        print(moveLine(move));
        return ENDED_WELL.includes(move.state) ? 0 : 1;
      }
      line.show({ share: shareOf(move), text: `${move.state} ${amountOf(move)}`.trim() });
      await sleep(LOOK_MS);
    }
  }

  /** Returns the exit code, which is 1 also if some moves failed. */
  async run(id: string): Promise<number> {
    const line = new ProgressLine();
    for (;;) {
      const run = await this.runOf(await this.operation(id));
      if (run.operation.finishedAt !== null) {
        line.end();
        return this.tellEnd(run);
      }
      line.show({ share: runShareOf(run), text: runText(run) });
      await sleep(LOOK_MS);
    }
  }

  /** Throws for an unknown id. */
  async operation(id: string): Promise<Operation> {
    const operation = await this.operations.findForOperator(id);
    if (!operation) {
      throw new CommandFailed(`There is no operation ${id}.`);
    }
    return operation;
  }

  private async runOf(operation: Operation): Promise<BulkProgress> {
    const run = await this.progress.of(operation);
    if (!run) {
      throw new CommandFailed(`The operation ${operation.id} moves no repositories.`);
    }
    return run;
  }

  private async tellEnd(run: BulkProgress): Promise<number> {
    const { totals, counts, operation } = run;
    for (const { id, containerId, errorMessage } of await this.progress.failures(run)) {
      print(`${run.kind.name} ${containerId}, move ${id}: ${errorMessage}`);
    }
    print(
      `${operation.state}: ${totals.finished} finished, ${totals.failed} failed, ` +
        `${totals.cleanupFailed} with an old copy left, ${counts.skipped} skipped, ${bytesText(totals.bytes)}.`,
    );
    return operation.state === 'finished' && totals.failed === 0 ? 0 : 1;
  }
}

const shareOf = ({ bytesDone, bytesTotal }: ShownMove): number | null =>
  bytesTotal === null || bytesTotal === 0 ? null : bytesDone / bytesTotal;

const amountOf = ({ bytesDone, bytesTotal }: ShownMove): string =>
  bytesTotal === null ? '' : `${bytesText(bytesDone)} of ${bytesText(bytesTotal)}`;

const runShareOf = ({ done, operation: { total } }: BulkProgress): number | null =>
  total === null || total === 0 ? null : done / total;

function runText({ done, operation, totals, bytesPerSecond, remainingSeconds }: BulkProgress): string {
  const left = remainingSeconds === null ? '' : `, ${Math.ceil(remainingSeconds)} s left`;
  return (
    `${operation.isPaused ? 'paused: ' : ''}${done} of ${operation.total ?? 0}, ${totals.failed} failed, ` +
    `${bytesText(totals.copied)} at ${bytesText(bytesPerSecond)}/s${left}`
  );
}
