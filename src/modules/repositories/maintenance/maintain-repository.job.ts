import { Injectable } from '@nestjs/common';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { Git } from '../../../platform/git/git.service.js';
import { JobPostponed } from '../../../platform/queue/job.js';
import type { Job } from '../../../platform/queue/job.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { dueUpkeep } from './due-upkeep.js';
import { RepositoryFiguresService } from './repository-figures.service.js';

export interface MaintainRepositoryPayload {
  readonly repositoryId: number;
}

/**
 * Repacks a repository that has become fragmented. Runs under the write lease, after any move of the repository. Safe
 * to repeat.
 */
@Injectable()
export class MaintainRepositoryJob implements Job<MaintainRepositoryPayload> {
  static readonly jobName = 'repositories.maintain';
  static readonly concurrency = 1;
  static readonly maxAttempts = 5;

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly git: Git,
    private readonly figures: RepositoryFiguresService,
    private readonly deletions: PausableDeletions,
  ) {}

  async perform({ repositoryId }: MaintainRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    const gitDir = repository && (await this.repositories.findDirectory(repository));
    if (!gitDir) {
      return;
    }
    const command = await dueUpkeep(gitDir.path);
    if (command) {
      await this.pack(repository, command);
      await this.figures.measure(repository);
    }
  }

  /** Packing replaces files, so it must not run while a backup copies them. */
  private async pack(repository: Repository, command: readonly string[]): Promise<void> {
    const isDone = await this.deletions.run(async () => {
      await this.leases.writingForService(repository, async (present) => {
        const gitDir = await this.repositories.findDirectory(present);
        await (gitDir && this.git.run(gitDir, command));
      });
    });
    if (!isDone) {
      throw new JobPostponed('A backup is being taken.');
    }
  }
}
