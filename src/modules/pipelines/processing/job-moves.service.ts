import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { badRequest, forbidden } from '../../../common/errors/catalogue.js';
import { EventsService } from '../../../core/events/events.service.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { JobMovesRepository } from './job-moves.repository.js';
import type { JobOutcome, RetryRule } from './job-moves.repository.js';
import { eventsOfJob } from '../pipeline-events.js';
import { PipelineProcessingService } from './pipeline-processing.service.js';

/** A job and its pipeline, by id. */
export interface JobOwner {
  readonly id: number;
  readonly pipelineId: number;
}

const AT_ONCE = 100;

/** Changes of single jobs; each change updates the pipeline (contract: triggers §6, §7). */
@Injectable()
export class JobMovesService {
  constructor(
    private readonly processing: PipelineProcessingService,
    private readonly moves: JobMovesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly events: EventsService,
  ) {}

  /** Throws 403 for a job that has ended. */
  cancel({ id, pipelineId }: JobOwner): Promise<void> {
    return this.change(pipelineId, () => this.moves.cancel(id), forbidden('Job is not cancelable'));
  }

  /** Cancels unfinished jobs of a user who may no longer run them (contract: triggers §8). Safe to repeat. */
  async cancelWithoutAccess(userId: number): Promise<void> {
    for (;;) {
      const jobs = await this.jobs.withoutAccess(userId, AT_ONCE);
      for (const { id, pipelineId } of jobs) {
        await this.processing.change(pipelineId, () => this.moves.cancel(id));
      }
      if (jobs.length < AT_ONCE) {
        return;
      }
    }
  }

  /** Returns the id of the new job. Throws 403 for a job that has not ended, or was already retried. */
  async retry({ id, pipelineId }: JobOwner, userId: number): Promise<number> {
    const retried = await this.processing.change(pipelineId, async () => {
      const next = await this.jobs.retryOne(id, userId);
      if (next !== null) {
        await this.jobs.reviveSkipped(pipelineId);
      }
      return next;
    });
    if (retried === null) {
      throw forbidden('Job is not retryable');
    }
    return retried;
  }

  /** Throws 400 unless the job is manual or scheduled. */
  play({ id, pipelineId }: JobOwner, userId: number, variables: Readonly<Record<string, string>>): Promise<void> {
    return this.change(pipelineId, () => this.moves.play(id, userId, variables), badRequest('Unplayable Job'));
  }

  /** Throws 403 for a job that has not ended. */
  erase({ id, pipelineId }: JobOwner): Promise<void> {
    return this.change(pipelineId, () => this.moves.erase(id), forbidden('Job is not erasable'));
  }

  /**
   * Ends a pending or running job, and creates its next attempt if the definition wants one; returns false when it had
   * already ended.
   */
  async end({ id, pipelineId }: JobOwner, outcome: JobOutcome): Promise<boolean> {
    const ended = await this.processing.change(pipelineId, async (tx) => {
      const rule = await this.moves.end(id, outcome);
      if (rule && isTriedAgain(rule, outcome)) {
        await this.jobs.retryByItself(id);
        // The pipeline publishes events only for its newest jobs; this job is no longer one.
        const change = { projectId: rule.projectId, pipelineId, jobId: id, status: outcome.status };
        await this.events.publish(tx, ...eventsOfJob(change));
      }
      return rule !== null;
    });
    return ended ?? false;
  }

  /** Makes delayed jobs of the pipeline pending whose delay has passed. */
  async releaseDelayed(pipelineId: number): Promise<void> {
    await this.processing.change(pipelineId, () => this.moves.releaseDelayed(pipelineId));
  }

  private async change(pipelineId: number, work: () => Promise<boolean>, refusal: ApiError): Promise<void> {
    if ((await this.processing.change(pipelineId, work)) !== true) {
      throw refusal;
    }
  }
}

/** Contract: triggers §5 `retry`. */
const isTriedAgain = ({ attempt, retryMax, retryWhen }: RetryRule, { status, failureReason }: JobOutcome): boolean =>
  status === 'failed' &&
  attempt < retryMax &&
  (retryWhen.includes('always') || (failureReason !== null && retryWhen.includes(failureReason)));
