import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { DefaultHeadsService } from './default-heads.service.js';
import { PointHeadJob } from './jobs/point-head.job.js';

/** Points HEAD of a project's code to its default branch (contract: git §1). */
@Injectable()
export class ProjectHeadsService {
  constructor(
    private readonly heads: DefaultHeadsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /**
   * Deferred to a job while a move holds the repository (contract: storage-moves §7), and inside a transaction: the
   * transaction may be rolled back, and it may lock the repository's row, which the write lease, taken on another
   * connection, would wait for.
   */
  async point(projectId: number): Promise<void> {
    if (this.database.inTransaction) {
      await this.putOff(projectId);
      return;
    }
    try {
      await this.heads.follow(projectId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) {
        throw error;
      }
      await this.putOff(projectId);
    }
  }

  private putOff(projectId: number): Promise<void> {
    return this.database.transaction((tx) => this.jobs.enqueue(tx, PointHeadJob, { projectId }));
  }
}
