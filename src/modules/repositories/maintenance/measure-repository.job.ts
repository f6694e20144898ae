import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import type { Job } from '../../../platform/queue/job.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { MaintainRepositoryJob } from './maintain-repository.job.js';
import { RepositoryFiguresService } from './repository-figures.service.js';

export interface MeasureRepositoryPayload {
  readonly repositoryId: number;
}

/**
 * Measures a repository after a push and when HEAD points to another branch, and schedules packing if it has become
 * fragmented. Safe to repeat.
 */
@Injectable()
export class MeasureRepositoryJob implements Job<MeasureRepositoryPayload> {
  static readonly jobName = 'repositories.measure';

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly figures: RepositoryFiguresService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async perform({ repositoryId }: MeasureRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    if (repository && (await this.figures.measure(repository))) {
      await this.scheduleUpkeep(repositoryId);
    }
  }

  private async scheduleUpkeep(repositoryId: number): Promise<void> {
    const uniqueKey = `${MaintainRepositoryJob.jobName} ${repositoryId}`;
    await this.database.transaction((tx) =>
      this.jobs.enqueue(tx, MaintainRepositoryJob, { repositoryId }, { uniqueKey }),
    );
  }
}
