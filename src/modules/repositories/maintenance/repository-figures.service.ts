import { Injectable } from '@nestjs/common';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import type { Repository } from '../repository.js';
import { CommitCountsService } from './commit-counts.service.js';
import { DirectorySizesService } from './directory-sizes.service.js';
import { dueUpkeep } from './due-upkeep.js';

/** Size on disk in bytes and number of commits of the default branch, for the statistics (contract: core §6). */
@Injectable()
export class RepositoryFiguresService {
  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly reads: RepositoryReadsService,
    private readonly counts: CommitCountsService,
    private readonly sizes: DirectorySizesService,
  ) {}

  /** Stores the current figures. Returns whether the repository has become fragmented. */
  async measure(repository: Repository): Promise<boolean> {
    return this.reads.open(repository, false, async (session, gitDir) => {
      const head = await session.commit('HEAD');
      const commits = head ? await this.counts.count(session, gitDir, head) : 0;
      await this.rows.noteFigures(repository.id, await this.sizes.bytesBelow(gitDir.path), commits);
      return (await dueUpkeep(gitDir.path)) !== null;
    });
  }
}
