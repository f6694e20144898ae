import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { JobPostponed, Jobs } from '../../../platform/queue/job.js';
import type { Job } from '../../../platform/queue/job.js';
import { removeRepository } from './remove-repository.js';
import { RepositoriesRepository } from './repositories.repository.js';
import { StoragesService } from './storages.service.js';

const LOOK_AGAIN_MS = 500;

export interface RemoveDirectoryPayload {
  /** The last storage of the container. */
  readonly storage: string;
  readonly relativePath: string;
  /** Id of the deleted repository whose lease a move of the container holds; absent in jobs of older versions. */
  readonly leasedId?: number;
}

/**
 * Removes a repository whose row is gone from disk, and parent directories that become empty. Removes it from every
 * storage, because a move may have been copying it to another one, or may have left its old copy. No other container
 * ever gets its path (contract: storage-moves §1). Postponed while a move is running (contract: storage-moves §7). Safe
 * to repeat.
 */
@Injectable()
export class RemoveDirectoryJob implements Job<RemoveDirectoryPayload> {
  static readonly jobName = 'repositories.remove-directory';

  constructor(
    private readonly storages: StoragesService,
    private readonly repositories: RepositoriesRepository,
    private readonly deletions: PausableDeletions,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async perform(payload: RemoveDirectoryPayload): Promise<void> {
    if (payload.leasedId !== undefined && (await this.repositories.isBeingMoved(payload.leasedId))) {
      await this.database.transaction((tx) =>
        this.jobs.enqueue(tx, RemoveDirectoryJob, payload, { afterMs: LOOK_AGAIN_MS }),
      );
      return;
    }
    if (!(await this.deletions.run(() => this.remove(payload)))) {
      throw new JobPostponed('A backup is being taken.');
    }
  }

  private async remove({ storage, relativePath }: RemoveDirectoryPayload): Promise<void> {
    for (const name of this.storages.names) {
      await removeRepository(this.storages.directoryOf(name), relativePath);
    }
    this.storages.directoryOf(storage); // tried again later when it is not configured now
  }
}
