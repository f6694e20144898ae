import { Injectable } from '@nestjs/common';
import type { Job } from '../../../platform/queue/job.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { CommitCountsService } from './commit-counts.service.js';
import { DirectorySizesService } from './directory-sizes.service.js';

export interface MeasureRepositoryPayload {
  readonly repositoryId: number;
}

/** Counts bytes on disk and commits of the default branch after a push, for the statistics. Safe to repeat. */
@Injectable()
export class MeasureRepositoryJob implements Job<MeasureRepositoryPayload> {
  static readonly jobName = 'repositories.measure';

  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly reads: RepositoryReadsService,
    private readonly counts: CommitCountsService,
    private readonly sizes: DirectorySizesService,
  ) {}

  async perform({ repositoryId }: MeasureRepositoryPayload): Promise<void> {
    const repository = await this.rows.findById(repositoryId);
    if (!repository) {
      return;
    }
    await this.reads.open(repository, undefined, async (session, gitDir) => {
      const head = await session.commit('HEAD');
      const commits = head ? await this.counts.count(session, gitDir, head) : 0;
      await this.rows.noteFigures(repositoryId, await this.sizes.bytesBelow(gitDir.path), commits);
    });
  }
}
