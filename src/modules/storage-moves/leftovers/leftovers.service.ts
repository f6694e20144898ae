import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { Database } from '../../../platform/database/database.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import type { ContainerKind, ContainerKindName } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import { oldCopyLeft } from '../mover/move-failure.js';
import { RepositoryCopiesService } from '../mover/repository-copies.service.js';
import { copiesOf, moveNameOf } from '../mover/running-move.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import type { StorageMove } from '../storage-move.js';

const AT_ONCE = 100;
const NAMED_FAILURES = 100;
const IS_MOVED = 'The container is being moved.';

export interface LeftoverFailure {
  readonly kind: ContainerKindName;
  readonly moveId: number;
  readonly error: string;
}

/** Result of removing the old copies from a storage; only the first failures are listed. */
export interface CleanedStorage {
  readonly removed: number;
  readonly failed: number;
  readonly failures: readonly LeftoverFailure[];
}

/** Removes old copies that moves could not remove (contract: storage-moves §13.6). */
@Injectable()
export class LeftoversService {
  private readonly logger = new Logger('storage-moves');

  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly copies: RepositoryCopiesService,
    private readonly storages: StoragesService,
    private readonly database: Database,
  ) {}

  /** Removes all old copies from the storage; those that cannot be removed now stay recorded. */
  async clean(storage: string): Promise<CleanedStorage> {
    const failures: LeftoverFailure[] = [];
    let removed = 0;
    for (const kind of Object.values(CONTAINER_KINDS)) {
      for await (const move of this.leftOn(kind, storage)) {
        const error = await this.remove(kind, move);
        removed += error === null ? 1 : 0;
        failures.push(...(error === null ? [] : [{ kind: kind.name, moveId: move.id, error }]));
      }
    }
    return { removed, failed: failures.length, failures: failures.slice(0, NAMED_FAILURES) };
  }

  /** Like {@link clean}, for every storage. */
  async cleanAll(): Promise<void> {
    for (const storage of this.storages.names) {
      await this.clean(storage);
    }
  }

  private async *leftOn(kind: ContainerKind, storage: string): AsyncGenerator<StorageMove> {
    let after = 0;
    for (;;) {
      const moves = await this.moves.leftovers(kind, storage, after, AT_ONCE);
      yield* moves;
      const last = moves.at(-1);
      if (!last) {
        return;
      }
      after = last.id;
    }
  }

  /** Returns null, or the reason why the copy could not be removed. */
  private async remove(kind: ContainerKind, move: StorageMove): Promise<string | null> {
    const repositories = await this.repositories.of(kind, move.containerId);
    const unless = { keep: <T>(work: () => Promise<T>) => this.unlessInUse(kind, move, work) };
    try {
      for (const repository of copiesOf({ kind, move, repositories })) {
        await this.copies.removeOld(repository, unless);
      }
      await this.moves.forgetLeftover(kind, move.id);
      return null;
    } catch (error) {
      if (error instanceof StillMoved) {
        return IS_MOVED;
      }
      this.logger.warn({ move: moveNameOf(kind, move), error: errorText(error) });
      return oldCopyLeft(move.sourceStorage);
    }
  }

  /**
   * Locks the rows so that no move can begin. Does nothing if the container is back on the storage, where it has no old
   * copy any more.
   */
  private unlessInUse<T>(kind: ContainerKind, move: StorageMove, work: () => Promise<T>): Promise<T | undefined> {
    return this.database.transaction(async () => {
      const repositories = await this.repositories.lock(kind, move.containerId);
      if (repositories.some(({ readOnly }) => readOnly)) {
        throw new StillMoved();
      }
      return repositories.some(({ storage }) => storage === move.sourceStorage) ? undefined : work();
    });
  }
}

/** The container is being moved, possibly to this storage. */
class StillMoved extends Error {}
