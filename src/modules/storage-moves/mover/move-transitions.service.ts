import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { MoveChecksums } from '../records/move-checksums.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import type { MoveOutcome } from '../records/storage-moves.repository.js';
import type { StorageMove } from '../storage-move.js';
import { MoveChanges } from './move-changes.js';

/** Changes the state of a move together with its effects on the container (contract: storage-moves §4). */
@Injectable()
export class MoveTransitionsService {
  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly changes: MoveChanges,
    private readonly database: Database,
  ) {}

  /** The container lives on the destination from now on. False where somebody canceled the move. */
  replicate(
    kind: ContainerKind,
    { id, containerId, destinationStorage }: StorageMove,
    checksums: MoveChecksums | null,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await this.repositories.lock(kind, containerId);
      if (!(await this.moves.replicate(kind, id, checksums))) {
        return false;
      }
      await this.repositories.switchStorage(kind, containerId, destinationStorage);
      this.changes.noteAfter(tx);
      return true;
    });
  }

  /** The container can be written again. Does nothing for a move that is in another state by now. */
  async end(kind: ContainerKind, { id, containerId }: StorageMove, outcome: MoveOutcome): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.repositories.lock(kind, containerId);
      if (await this.moves.end(kind, id, outcome)) {
        await this.repositories.setReadOnly(kind, containerId, false);
        this.changes.noteAfter(tx);
      }
    });
  }
}
