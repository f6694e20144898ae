import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { Slots } from '../../../common/concurrency/slots.js';
import { Env } from '../../../platform/config/env.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { Repository } from '../../repositories/repository.js';
import { RepositoriesRepository } from '../../repositories/storages/repositories.repository.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { MoveChecksums, RepositoryChecksums } from '../records/move-checksums.js';
import { SharedRate } from './copy-pace.js';
import type { MoveProgress } from './move-progress.js';
import { unreachable } from './move-failure.js';
import { MoveWatch } from './move-watch.js';
import { RepositoryCopiesService } from './repository-copies.service.js';
import { copiesOf } from './running-move.js';
import type { CopiedRepository, RunningMove } from './running-move.js';

const LOOK_EVERY_MS = 1000;

/** Copies all repositories of a container to another storage (contract: storage-moves §5 steps 4 to 7). */
@Injectable()
export class RepositoryTransferService {
  private readonly slots: Slots;
  private readonly rate: SharedRate;

  constructor(
    private readonly copies: RepositoryCopiesService,
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
    private readonly watch: MoveWatch,
    { storageMoves }: Env,
  ) {
    this.slots = new Slots(storageMoves.concurrency);
    this.rate = new SharedRate(storageMoves.rate);
  }

  /** Copies, compares and places the repositories. Returns the compared checksums. Throws `MoveFailure`. */
  async transfer(run: RunningMove, progress: MoveProgress): Promise<MoveChecksums> {
    const written = await this.written(run);
    const checksums = await this.inSlot(progress, async () => {
      const files = await Promise.all(written.map((repository) => this.copies.filesOf(repository)));
      const bytes = files.flat().reduce((sum, { size }) => sum + size, 0);
      await progress.expect(bytes);
      await this.copies.requireSpace(run.move.destinationStorage, bytes);
      await this.watch.reached('begun', '');
      const found: Record<string, RepositoryChecksums> = {};
      const pace = this.rate.limit(progress);
      for (const [index, repository] of written.entries()) {
        const copied = (directory: string) => this.watch.reached('copied', directory);
        found[repository.type] = await this.copies.copy(repository, files[index] ?? [], pace, copied);
      }
      await this.watch.reached('compared', '');
      return found;
    });
    for (const repository of written) {
      await this.copies.place(repository, run.lease);
    }
    await this.watch.reached('placed', '');
    return checksums;
  }

  /**
   * A move that waits for its turn can be canceled, however long the copies before it take (contract: storage-moves
   * §13.4).
   */
  private inSlot<T>(progress: MoveProgress, task: () => Promise<T>): Promise<T> {
    const canceled = new AbortController();
    const looks = setInterval(() => {
      progress.flush().catch((error: unknown) => {
        canceled.abort(error);
      });
    }, LOOK_EVERY_MS);
    const begun = () => {
      clearInterval(looks);
      return task();
    };
    return this.slots.take(begun, canceled.signal).finally(() => {
      clearInterval(looks);
    });
  }

  /** Removes what the move created on its destination; does nothing if that is the source. */
  async discard(run: RunningMove): Promise<void> {
    if (run.move.sourceStorage !== run.move.destinationStorage) {
      for (const repository of copiesOf(run)) {
        await this.copies.discard(repository, run.lease);
      }
    }
  }

  /**
   * Removes copies that are not at their final path. They belong to this move, even if another worker holds the lease.
   */
  async removeUnplaced(run: RunningMove): Promise<void> {
    for (const repository of copiesOf(run)) {
      await this.copies.removeUnplaced(repository);
    }
  }

  async removeOld(run: RunningMove): Promise<void> {
    await this.watch.reached('replicated', '');
    for (const repository of copiesOf(run)) {
      await this.copies.removeOld(repository, run.lease);
    }
    await this.watch.reached('cleaned', '');
  }

  /** Returns the repositories that have been written; the others have no directory. */
  private async written(run: RunningMove): Promise<readonly CopiedRepository[]> {
    const found: CopiedRepository[] = [];
    for (const [index, copied] of copiesOf(run).entries()) {
      const row = await this.rows.findById(run.repositories[index]?.id ?? 0);
      if (row && (await this.directoryOf(row))) {
        found.push(copied);
      }
    }
    return found;
  }

  /**
   * Returns null if the repository has never been written. Throws `MoveFailure` if the storage is not configured or
   * unreachable.
   */
  private directoryOf(row: Repository): Promise<GitDirectory | null> {
    return this.repositories.findDirectory(row).catch((error: unknown) => {
      throw error instanceof ApiError ? unreachable(row.storage) : error;
    });
  }
}
