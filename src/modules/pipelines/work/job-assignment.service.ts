import { Injectable } from '@nestjs/common';
import { JOB_TOKEN_PREFIX } from '../../../core/job-tokens/job-tokens.service.js';
import { digestOf, randomToken } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import { JobMovesRepository } from '../processing/job-moves.repository.js';
import { PipelineProcessingService } from '../processing/pipeline-processing.service.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import type { Runner } from '../runners/runner.js';
import { JobCandidatesRepository } from './job-candidates.repository.js';
import { secretsOf, timeoutOf } from './taken-job.js';
import type { TakenJob } from './taken-job.js';
import { TakenJobsService } from './taken-jobs.service.js';

/** A job that is assigned to one runner. */
export interface AssignedJob {
  readonly taken: TakenJob;
  readonly token: string;
  readonly timeout: number;
}

/** Assigns each waiting job to one runner (contract: triggers §9 Taking a job). */
@Injectable()
export class JobAssignmentService {
  constructor(
    private readonly candidates: JobCandidatesRepository,
    private readonly takenJobs: TakenJobsService,
    private readonly moves: JobMovesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly processing: PipelineProcessingService,
    private readonly database: Database,
  ) {}

  /**
   * Stores job, runner, time and token in one transaction with the change of the pipeline. Returns `lost` when the job
   * could not be taken, for example because it was taken or canceled at the same moment.
   */
  assign(runner: Runner): Promise<AssignedJob | 'nothing' | 'lost'> {
    return this.database.transaction(() => this.take(runner));
  }

  private async take(runner: Runner): Promise<AssignedJob | 'nothing' | 'lost'> {
    const candidate = await this.candidates.claim(runner);
    if (!candidate) {
      return 'nothing';
    }
    const token = randomToken(JOB_TOKEN_PREFIX);
    return (
      (await this.processing.change(candidate.pipelineId, async () => {
        if (!(await this.jobs.isPermitted(candidate.id))) {
          await this.moves.cancel(candidate.id);
          return 'lost' as const;
        }
        const taken = await this.takenJobs.find(candidate.id);
        if (!taken) {
          return 'lost' as const;
        }
        const timeout = timeoutOf(taken, runner.maximumTimeout);
        const secrets = secretsOf(taken);
        const taking = { runnerId: runner.id, tokenDigest: digestOf(token), timeout, secrets };
        return (await this.moves.take(candidate.id, taking)) ? { taken, token, timeout } : ('lost' as const);
      })) ?? 'lost'
    );
  }
}
