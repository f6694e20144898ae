import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { PipelineProcessingService } from './pipeline-processing.service.js';

/** User actions on whole pipelines (contract: triggers §4, §6). */
@Injectable()
export class PipelineMovesService {
  constructor(
    private readonly processing: PipelineProcessingService,
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
  ) {}

  /** Cancels all unfinished jobs; has no effect if there are none. */
  async cancel(pipelineId: number): Promise<void> {
    await this.processing.change(pipelineId, () => this.jobs.cancelUnended(pipelineId));
  }

  /**
   * Cancels unfinished jobs, then deletes the pipeline with its jobs. Throws 404 when another request has already
   * deleted it.
   */
  async delete(pipelineId: number): Promise<void> {
    await this.processing.change(pipelineId, () => this.jobs.cancelUnended(pipelineId));
    if (!(await this.pipelines.delete(pipelineId))) {
      throw notFound('Pipeline');
    }
  }

  /**
   * Replaces each failed or canceled job by a new one; these and the skipped jobs wait for their turn again. Has no
   * effect if there is nothing to retry.
   */
  async retry(pipelineId: number, userId: number): Promise<void> {
    await this.processing.change(pipelineId, async () => {
      const retried = await this.jobs.retryFailed(pipelineId, userId);
      if (retried > 0) {
        await this.jobs.reviveSkipped(pipelineId);
      }
    });
  }
}
