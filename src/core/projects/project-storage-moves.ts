import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import type { Project } from './project.js';

/** Moves projects between storages: a contribution of the module that schedules moves. */
export abstract class ProjectStorageMoves {
  /**
   * In the transaction of the project's other changes. Throws 400 for a storage that is not configured, and while a
   * move is under way (contract: storage-moves §8).
   */
  abstract schedule(tx: Tx, project: Project, storage: string, caller: Caller): Promise<void>;
}
