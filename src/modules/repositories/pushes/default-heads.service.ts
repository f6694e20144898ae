import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { MeasureRepositoryJob } from '../maintenance/measure-repository.job.js';
import { DefaultBranchService } from './default-branch.service.js';

/** Applies a change of a project's default branch that was not caused by a push. */
@Injectable()
export class DefaultHeadsService {
  constructor(
    private readonly branches: DefaultBranchService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Also schedules the count of the new branch's commits for the statistics. Throws 403 during a storage move. */
  async follow(projectId: number): Promise<void> {
    const repositoryId = await this.branches.pointHeadOf(projectId);
    if (repositoryId !== null) {
      const uniqueKey = `${MeasureRepositoryJob.jobName} ${repositoryId}`;
      await this.database.transaction((tx) =>
        this.jobs.enqueue(tx, MeasureRepositoryJob, { repositoryId }, { uniqueKey }),
      );
    }
  }
}
