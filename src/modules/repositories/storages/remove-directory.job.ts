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
  /** Where the container lived last. */
  readonly storage: string;
  readonly relativePath: string;
  /** The repository, gone by now, whose lease a move of the container holds; absent in jobs of older versions. */
  readonly leasedId?: number;
}

/**
 * Removes a repository from disk whose row is gone, and the directories that it leaves empty: from every storage, since
 * a move may have been on its way to another one, or have left its old copy there. No other container ever gets its path
 * (contract: storage-moves §1). A move that is under way ends first (contract: storage-moves §7). Safe to repeat.
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
    const others = this.storages.names.filter((name) => name !== storage);
    for (const root of [storage, ...others].map((name) => this.storages.directoryOf(name))) {
      await removeRepository(root, relativePath);
    }
  }
}
