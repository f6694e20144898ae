import { Injectable } from '@nestjs/common';
import { FAILURE_REASONS } from '../jobs/failure-reason.js';
import type { FailureReason } from '../jobs/failure-reason.js';
import { JobMovesService } from '../processing/job-moves.service.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { JobCoverageService } from '../logs/job-coverage.service.js';
import { HeartbeatsRepository } from './heartbeats.repository.js';
import type { JobState } from './work.dto.js';
import { jobHasEnded, RunningJobsService } from '../jobs/running-jobs.service.js';
import type { TokenedJob } from '../jobs/running-jobs.service.js';

/** A runner's report about its job. */
export interface JobUpdate {
  readonly state: JobState;
  readonly failureReason: string | undefined;
  readonly exitCode: number | undefined;
}

/** Definitions cannot contain larger ones, but some systems have them. */
const MAX_EXIT_CODE = 2_147_483_647;

const REASONS: readonly string[] = FAILURE_REASONS;
const isReason = (word: string | undefined): word is FailureReason => word !== undefined && REASONS.includes(word);

/** Accepts the reports of runners about their jobs (contract: triggers §9). */
@Injectable()
export class JobUpdatesService {
  constructor(
    private readonly running: RunningJobsService,
    private readonly moves: JobMovesService,
    private readonly coverage: JobCoverageService,
    private readonly heartbeats: HeartbeatsRepository,
  ) {}

  /** Returns the status of the job; a runner may report its end twice. Throws 403. */
  async take(id: number, token: string, update: JobUpdate): Promise<Status> {
    const job = await this.running.get(id, token);
    if (update.state === 'running') {
      return this.beat(job);
    }
    if (job.status !== 'running') {
      return settled(job.status, update.state);
    }
    const ended = await this.end(job, update.state, update);
    return ended ? update.state : settled((await this.running.get(id, token)).status, update.state);
  }

  private async beat(job: TokenedJob): Promise<Status> {
    if (job.status !== 'running') {
      throw jobHasEnded(job.status);
    }
    await this.heartbeats.note(job.id);
    return job.status;
  }

  private async end(
    job: TokenedJob,
    status: 'success' | 'failed',
    { failureReason, exitCode }: JobUpdate,
  ): Promise<boolean> {
    const coverage = await this.coverage.of(job.id);
    const reason = isReason(failureReason) ? failureReason : 'unknown_failure';
    const known = exitCode !== undefined && Math.abs(exitCode) <= MAX_EXIT_CODE ? exitCode : null;
    return this.moves.end(job, {
      status,
      failureReason: status === 'failed' ? reason : null,
      exitCode: known,
      coverage,
    });
  }
}

function settled(status: Status, told: JobState): Status {
  if (status !== told) {
    throw jobHasEnded(status);
  }
  return status;
}
