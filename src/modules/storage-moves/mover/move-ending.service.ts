import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import type { MoveOutcome } from '../records/storage-moves.repository.js';
import type { StorageMove } from '../storage-move.js';

/** Ends moves: the state and the read-only flag change together (contract: storage-moves §4). */
@Injectable()
export class MoveEndingService {
  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly database: Database,
  ) {}

  /** Does nothing for a move that is in another state by now. */
  async end(kind: ContainerKind, { id, containerId }: StorageMove, outcome: MoveOutcome): Promise<void> {
    await this.database.transaction(async () => {
      await this.repositories.lock(kind, containerId);
      if (await this.moves.end(kind, id, outcome)) {
        await this.repositories.setReadOnly(kind, containerId, false);
      }
    });
  }
}
