import { Injectable, Logger } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { removeLeftLocks } from './left-locks.js';

/** Longer than any file is locked; git processes end with the service that started them, or soon after. */
const LEFT_AFTER_MS = 10_000;

export interface ReleaseLocksPayload {
  readonly repositoryId: number;
}

/**
 * Removes the locks that git left in a repository when it was killed together with the service. They would make git
 * refuse every later write (contract: git §7). Safe to repeat.
 */
@Injectable()
export class ReleaseLocksJob implements Job<ReleaseLocksPayload> {
  static readonly jobName = 'repositories.release-locks';
  static readonly concurrency = 4;
  private readonly logger = new Logger('repositories');

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
  ) {}

  async perform({ repositoryId }: ReleaseLocksPayload, { signal }: JobRun): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    const gitDir = repository && (await this.repositories.findDirectory(repository));
    const removed = gitDir ? await removeLeftLocks(gitDir.path, LEFT_AFTER_MS, signal) : 0;
    if (removed > 0) {
      this.logger.warn({ repository: repositoryId, locksRemoved: removed });
    }
  }
}
