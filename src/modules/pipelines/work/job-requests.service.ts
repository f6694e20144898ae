import { Injectable } from '@nestjs/common';
import type { FailureReason } from '../jobs/ci-job.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { JobMovesRepository } from '../processing/job-moves.repository.js';
import { JobMovesService } from '../processing/job-moves.service.js';
import { JOB_TOKEN_PREFIX } from '../../../core/job-tokens/job-tokens.service.js';
import { PipelineProcessingService } from '../processing/pipeline-processing.service.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf, randomToken } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { Runner } from '../runners/runner.js';
import { cacheFiles } from './runner-forms.js';
import type { FileIds } from './runner-forms.js';
import type { HandedJob } from './job-answer.presenter.js';
import { JobCandidatesRepository } from './job-candidates.repository.js';
import { VariablesTooLarge } from './job-variables.js';
import { LogIntakeService } from './log-intake.service.js';
import { secretsOf, timeoutOf } from './taken-job.js';
import type { TakenJob } from './taken-job.js';
import { TakenJobsService } from './taken-jobs.service.js';
import { variablesOf } from './variable-layers.js';

/** Another job is tried when a job was taken or canceled at the same moment. */
const TRIES = 20;

interface Taken {
  readonly taken: TakenJob;
  readonly token: string;
  readonly timeout: number;
}

/** Gives jobs to runners, each to one of them (contract: triggers §9 Taking a job). */
@Injectable()
export class JobRequestsService {
  constructor(
    private readonly candidates: JobCandidatesRepository,
    private readonly takenJobs: TakenJobsService,
    private readonly moves: JobMovesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly jobMoves: JobMovesService,
    private readonly processing: PipelineProcessingService,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly logs: LogIntakeService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** The next job of this runner, which runs from now on; null when there is none for it. */
  async next(runner: Runner): Promise<HandedJob | null> {
    if (runner.isPaused) {
      return null;
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const found = await this.database.transaction(() => this.take(runner));
      if (found === 'nothing') {
        return null;
      }
      const handed = found === 'lost' ? null : await this.handOver(found);
      if (handed) {
        return handed;
      }
    }
    return null;
  }

  /** Job, runner, time and token in one transaction with what follows for the pipeline. */
  private async take(runner: Runner): Promise<Taken | 'nothing' | 'lost'> {
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

  /** Nobody will run a job that cannot be handed over: it ends now instead of after a long silence; null then. */
  private async handOver(found: Taken): Promise<HandedJob | null> {
    try {
      return await this.handedJob(found);
    } catch (error) {
      if (!(error instanceof VariablesTooLarge)) {
        await this.fail(found, 'runner_system_failure');
        throw error;
      }
      await this.writeLog(found, `${error.message}\n`);
      await this.fail(found, 'unknown_failure');
      return null;
    }
  }

  private async handedJob({ taken, token, timeout }: Taken): Promise<HandedJob> {
    const { message, fileIds } = await this.look(taken);
    return { taken, token, timeout, fileIds, variables: variablesOf({ taken, token, message }, this.env) };
  }

  /** The reason is written to the job's log, where users look for it. */
  private async writeLog({ taken: { order }, token }: Taken, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.logs.append(order.id, token, `0-${bytes.length - 1}`, bytes);
  }

  private async fail({ taken: { order } }: Taken, failureReason: FailureReason): Promise<void> {
    await this.jobMoves.end(order, { status: 'failed', failureReason, exitCode: null, coverage: null });
  }

  /** What the commit says, and which contents the keys of the job's caches stand for. */
  private async look({ order: { projectId, sha, options } }: TakenJob): Promise<{ message: string; fileIds: FileIds }> {
    const repository = await this.repositories.getCode(projectId);
    return this.reads.open(repository, { message: '', fileIds: new Map() }, async (session) => {
      const commit = await session.commit(sha);
      const fileIds = new Map<string, string>();
      for (const path of commit ? cacheFiles(options.cache) : []) {
        const entry = commit && (await session.entryAt(commit, path));
        if (entry) {
          fileIds.set(path, entry.id);
        }
      }
      return { message: commit?.message ?? '', fileIds };
    });
  }
}
