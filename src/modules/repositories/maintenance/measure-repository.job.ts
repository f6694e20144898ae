import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import type { Job } from '../../../platform/queue/job.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { CommitCountsService } from './commit-counts.service.js';
import { DirectorySizesService } from './directory-sizes.service.js';
import { dueUpkeep } from './due-upkeep.js';
import { MaintainRepositoryJob } from './maintain-repository.job.js';

export interface MeasureRepositoryPayload {
  readonly repositoryId: number;
}

/**
 * Counts bytes on disk and commits of the default branch after a push, for the statistics, and has the repository packed
 * when it has become scattered. Safe to repeat.
 */
@Injectable()
export class MeasureRepositoryJob implements Job<MeasureRepositoryPayload> {
  static readonly jobName = 'repositories.measure';

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly reads: RepositoryReadsService,
    private readonly counts: CommitCountsService,
    private readonly sizes: DirectorySizesService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async perform({ repositoryId }: MeasureRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    if (!repository) {
      return;
    }
    const isScattered = await this.reads.open(repository, false, async (session, gitDir) => {
      const head = await session.commit('HEAD');
      const commits = head ? await this.counts.count(session, gitDir, head) : 0;
      await this.rows.noteFigures(repositoryId, await this.sizes.bytesBelow(gitDir.path), commits);
      return (await dueUpkeep(gitDir.path)) !== null;
    });
    if (isScattered) {
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
