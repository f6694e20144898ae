import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { Jobs } from '../../platform/queue/job.js';
import { RemoveDirectoryJob } from './jobs/remove-directory.job.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { ContainerRef } from './repository.js';

/** The end of a container's repositories (contract: core §10). */
@Injectable()
export class RepositoryRemovalService {
  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly jobs: Jobs,
  ) {}

  /** In the transaction that removes the container's rows; what lies on disk follows by a job. */
  async removeAllOf(tx: Tx, container: ContainerRef): Promise<void> {
    for (const { storage, relativePath } of await this.rows.listOf(container)) {
      await this.jobs.enqueue(tx, RemoveDirectoryJob, { storage, relativePath });
    }
  }
}
