import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { MovedRepositoriesRepository } from '../records/moved-repositories.repository.js';
import { StorageMovesRepository } from '../records/storage-moves.repository.js';
import type { MoveOutcome, ReplicatedCopy } from '../records/storage-moves.repository.js';
import type { StorageMove } from '../storage-move.js';
import { MoveChanges } from './move-changes.js';
import type { RunningMove } from './running-move.js';

/** Changes the state of a move together with its effects on the container (contract: storage-moves §4). */
@Injectable()
export class MoveTransitionsService {
  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly repositories: MovedRepositoriesRepository,
    private readonly changes: MoveChanges,
    private readonly database: Database,
  ) {}

  /** Switches the container to the destination. Returns false if the move was canceled. */
  replicate({ kind, move, lease }: RunningMove, copy: ReplicatedCopy): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await this.repositories.lockSwitched(kind, move.containerId);
      const isReplicated = await lease.keep(() => this.moves.replicate(kind, move.id, copy));
      if (isReplicated) {
        this.changes.noteAfter(tx);
      }
      return isReplicated;
    });
  }

  /** Makes the container writable and movable again. Does nothing for a move that is in another state by now. */
  end({ kind, move, lease }: RunningMove, outcome: MoveOutcome): Promise<void> {
    return lease.end((tx) => this.endIn(tx, kind, move, outcome));
  }

  /** Like {@link end}, for a move that no worker has begun. */
  async endScheduled(kind: ContainerKind, move: StorageMove, reason: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.repositories.lock(kind, move.containerId); // in the same order as a worker that begins: before the move's row
      await this.endIn(tx, kind, move, { from: 'scheduled', to: 'failed', error: reason });
    });
  }

  private async endIn(tx: Tx, kind: ContainerKind, { id }: StorageMove, outcome: MoveOutcome): Promise<void> {
    if (await this.moves.end(kind, id, outcome)) {
      this.changes.noteAfter(tx);
    }
  }
}
