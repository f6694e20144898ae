import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { Env } from '../../../platform/config/env.js';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { LeaseLost, RepositoryLeasesService } from '../../repositories/leases/repository-leases.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { StorageMove } from '../storage-move.js';
import type { MoveChecksums } from '../records/move-checksums.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import type { BegunMove, MoveEnd } from '../records/storage-moves.repository.js';
import { MoveTransitionsService } from './move-transitions.service.js';
import { archivedProject, canceled, MoveFailure, oldCopyLeft, STOPPED, writesGoOn } from './move-failure.js';
import { MoveProgress } from './move-progress.js';
import { RepositoryTransferService } from './repository-transfer.service.js';
import { moveNameOf } from './running-move.js';
import type { RunningMove } from './running-move.js';

const LOOK_MS = 200;
const READS_MS = 60_000;
/** Time in ms after which every read has ended or taken a lease. */
const GRACE_MS = 300;

/**
 * Moves containers step by step (contract: storage-moves §4, §5). Every change to directories that others use, and to
 * the state of the move, happens under the lease, so that a process that was suspended for long notices its loss.
 */
@Injectable()
export class StorageMoverService {
  private readonly logger = new Logger('storage-moves');

  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly transfer: RepositoryTransferService,
    private readonly transitions: MoveTransitionsService,
    private readonly leases: RepositoryLeasesService,
    private readonly deletions: PausableDeletions,
    private readonly env: Env,
  ) {}

  /** Calls `begun` when the move has begun. Does nothing if another worker has begun it. */
  run(kind: ContainerKind, id: number, containerId: number, begun: () => void): Promise<void> {
    const begin = () => this.moves.begin(kind, id);
    return this.underLease(kind, containerId, begin, async (run) => {
      begun();
      if (await this.replicate(run)) {
        await this.cleanUp(run);
      }
    });
  }

  /** Ends a move whose worker stopped before the switch, and removes what it created. */
  endStopped(kind: ContainerKind, move: StorageMove): Promise<void> {
    const begin = () => this.moves.findIn(kind, move.id, 'started');
    return this.underLease(kind, move.containerId, begin, (run) => this.fail(run, STOPPED));
  }

  /** Continues a move whose worker stopped after the switch. */
  resume(kind: ContainerKind, move: StorageMove): Promise<void> {
    const begin = () => this.moves.findIn(kind, move.id, 'replicated');
    return this.underLease(kind, move.containerId, begin, (run) => this.cleanUp(run));
  }

  private async underLease<M extends StorageMove>(
    kind: ContainerKind,
    containerId: number,
    begin: () => Promise<M | null>,
    work: (run: RunningMove<M>) => Promise<void>,
  ): Promise<void> {
    const repositories = await this.repositories.of(kind, containerId);
    const [first] = repositories;
    if (!first) {
      return;
    }
    await this.leases.moving(first.id, begin, async (move, lease) => {
      const run = { kind, move, repositories, lease };
      await work(run)
        .catch(async (error: unknown) => {
          if (!(error instanceof LeaseLost)) {
            throw error;
          }
          await this.abandon(run);
        })
        .catch((error: unknown) => {
          this.log(run, error);
        });
    });
  }

  /**
   * The move belongs to another worker, or its container was deleted. In the latter case nothing else would remove its
   * copy.
   */
  private async abandon(run: RunningMove): Promise<void> {
    this.log(run, 'the lease was lost');
    if (!(await this.moves.isUnderWay(run.kind, run.move.id))) {
      await this.transfer.removeUnplaced(run);
    }
  }

  /** Performs everything up to the switch. Returns false if the move failed. */
  private async replicate(run: RunningMove<BegunMove>): Promise<boolean> {
    const { kind, move } = run;
    const progress = new MoveProgress((done, total) => this.moves.noteProgress(kind, move.id, done, total));
    try {
      if (move.isArchived) {
        throw archivedProject();
      }
      let checksums: MoveChecksums | null = null;
      if (isBetweenStorages(move)) {
        await this.waitForWrites(run, progress);
        checksums = await this.transfer.transfer(run, progress);
      }
      if (!(await this.transitions.replicate(run, { checksums, bytes: progress.bytes }))) {
        throw canceled();
      }
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) {
        throw error;
      }
      if (!(error instanceof MoveFailure)) {
        this.log(run, error);
      }
      await progress.flush().catch(() => undefined); // a cancellation no longer matters
      await this.fail(run, error instanceof MoveFailure ? error.message : 'The move failed.');
      return false;
    }
  }

  private async waitForWrites({ repositories }: RunningMove, progress: MoveProgress): Promise<void> {
    const ids = repositories.map(({ id }) => id);
    const deadline = performance.now() + this.env.storageMoves.pushWait * 1000;
    while (await this.repositories.areWritten(ids)) {
      await progress.flush();
      if (performance.now() >= deadline) {
        throw writesGoOn();
      }
      await sleep(LOOK_MS);
    }
  }

  private async cleanUp(run: RunningMove): Promise<void> {
    try {
      if (isBetweenStorages(run.move)) {
        await this.waitForReads(run.repositories.map(({ id }) => id));
        await this.removeOld(run);
      }
      await this.end(run, 'finished', null);
    } catch (error) {
      if (error instanceof LeaseLost) {
        throw error;
      }
      this.log(run, error);
      await this.end(run, 'cleanup failed', oldCopyLeft(run.move.sourceStorage));
    }
  }

  private async waitForReads(ids: readonly number[]): Promise<void> {
    const deadline = performance.now() + READS_MS;
    await sleep(GRACE_MS);
    const newest = await this.repositories.newestRead(ids);
    while (newest !== 0 && performance.now() < deadline && (await this.repositories.areReadSince(ids, newest))) {
      await sleep(LOOK_MS);
    }
  }

  /** Waits until no backup is copying the files. */
  private async removeOld(run: RunningMove): Promise<void> {
    while (!(await this.deletions.run(() => this.transfer.removeOld(run)))) {
      await sleep(LOOK_MS);
    }
  }

  /** Removes everything from the destination and makes the container writable again. */
  private async fail(run: RunningMove, reason: string): Promise<void> {
    await this.transfer.discard(run).catch((error: unknown) => {
      if (error instanceof LeaseLost) {
        throw error;
      }
      this.log(run, error); // removed by the sweep at the next start
    });
    await this.end(run, 'failed', reason);
  }

  private end(run: RunningMove, to: MoveEnd, error: string | null): Promise<void> {
    const from = to === 'failed' ? 'started' : 'replicated';
    return this.transitions.end(run, { from, to, error });
  }

  private log({ kind, move }: RunningMove, error: unknown): void {
    this.logger.warn({ move: moveNameOf(kind, move), error: errorText(error) });
  }
}

const isBetweenStorages = ({ sourceStorage, destinationStorage }: StorageMove): boolean =>
  sourceStorage !== destinationStorage;
