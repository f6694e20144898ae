import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { PipelineProcessingService } from './pipeline-processing.service.js';

/** Actions of users on whole pipelines (contract: triggers §4, §6). */
@Injectable()
export class PipelineMovesService {
  constructor(
    private readonly processing: PipelineProcessingService,
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
  ) {}

  /** Cancels what has not ended; nothing to cancel: nothing changes. */
  async cancel(pipelineId: number): Promise<void> {
    await this.processing.change(pipelineId, () => this.jobs.cancelUnended(pipelineId));
  }

  /** Cancels what runs, then takes the pipeline away with its jobs. Throws 404 when another request did so meanwhile. */
  async delete(pipelineId: number): Promise<void> {
    await this.processing.change(pipelineId, () => this.jobs.cancelUnended(pipelineId));
    if (!(await this.pipelines.delete(pipelineId))) {
      throw notFound('Pipeline');
    }
  }

  /** Failed and canceled jobs get a new job each; these and the skipped ones wait again. Nothing to retry: nothing changes. */
  async retry(pipelineId: number, userId: number): Promise<void> {
    await this.processing.change(pipelineId, async () => {
      const retried = await this.jobs.retryFailed(pipelineId, userId);
      if (retried > 0) {
        await this.jobs.reviveSkipped(pipelineId);
      }
    });
  }
}
