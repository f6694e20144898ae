import { Injectable } from '@nestjs/common';
import { JobMovesService } from '../processing/job-moves.service.js';
import { PipelineMovesService } from '../processing/pipeline-moves.service.js';
import { Env } from '../../../platform/config/env.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { DueJobsRepository } from './due-jobs.repository.js';

const EXPIRED_AT_ONCE = 500;

/** Applies time limits to jobs: delays, timeouts, lost runners, expiry of artifacts (contract: triggers §9, §12). */
@Injectable()
export class JobSweepService {
  constructor(
    private readonly due: DueJobsRepository,
    private readonly moves: JobMovesService,
    private readonly pipelines: PipelineMovesService,
    private readonly artifacts: ArtifactsRepository,
    private readonly env: Env,
  ) {}

  /** Safe to repeat; each job is checked again under its lock. */
  async run(): Promise<void> {
    for (const pipelineId of await this.due.delayed()) {
      await this.moves.releaseDelayed(pipelineId);
    }
    for (const { reason, ...job } of await this.due.overdue(this.env.ciRunnerLostAfter)) {
      await this.moves.end(job, { status: 'failed', failureReason: reason, exitCode: null, coverage: null });
    }
    for (const pipelineId of await this.due.withCanceledJobs()) {
      await this.pipelines.cancel(pipelineId);
    }
    await this.artifacts.deleteExpired(EXPIRED_AT_ONCE);
  }
}
