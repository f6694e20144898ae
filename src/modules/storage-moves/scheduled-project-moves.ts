import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors/catalogue.js';
import type { Caller } from '../../core/access/caller.js';
import { ProjectStorageMoves } from '../../core/projects/project-storage-moves.js';
import type { Project } from '../../core/projects/project.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import type { Tx } from '../../platform/database/tx.js';
import { StoragesService } from '../repositories/storages/storages.service.js';
import { projectKind } from './kinds/project.kind.js';
import { MoveSchedulingService } from './move-scheduling.service.js';

const FIELD = 'repository_storage';

/** Changing the storage of a project schedules a move (contract: storage-moves §8). */
@Injectable()
@Contributes(ProjectStorageMoves)
export class ScheduledProjectMoves extends ProjectStorageMoves {
  constructor(
    private readonly scheduling: MoveSchedulingService,
    private readonly storages: StoragesService,
  ) {
    super();
  }

  override async schedule(_tx: Tx, { id }: Project, storage: string, caller: Caller): Promise<void> {
    if (!this.storages.names.includes(storage)) {
      throw invalidField(FIELD, 'is not included in the list');
    }
    const order = { containerId: id, destination: storage, operationId: null };
    const scheduled = await this.scheduling.tryToSchedule(projectKind, order, caller);
    if (typeof scheduled === 'string') {
      throw invalidField(FIELD, 'is read-only');
    }
  }
}
