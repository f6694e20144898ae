import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { FailureReason } from '../jobs/failure-reason.js';
import { JobMovesService } from '../processing/job-moves.service.js';
import { isMaskable } from '../variables/ci-variable.js';
import type { HandedJob } from './job-answer.presenter.js';
import type { AssignedJob } from './job-assignment.service.js';
import { VariablesTooLarge } from './job-variables.js';
import type { JobVariable } from './job-variables.js';
import { LogIntakeService } from './log-intake.service.js';
import { cacheFiles } from './runner-forms.js';
import type { FileIds } from './runner-forms.js';
import { secretsOf } from './taken-job.js';
import type { TakenJob } from './taken-job.js';
import { variablesOf } from './variable-layers.js';

/** Gathers what a runner needs for a job that it was assigned (contract: triggers §9). */
@Injectable()
export class JobHandoverService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly moves: JobMovesService,
    private readonly logs: LogIntakeService,
    private readonly env: Env,
  ) {}

  /**
   * A job that cannot be handed over would not run, so it is ended at once instead of after the timeout for silent
   * runners. Returns null if its variables are too large; rethrows other errors.
   */
  async handOver(found: AssignedJob): Promise<HandedJob | null> {
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

  private async handedJob({ taken, token, timeout }: AssignedJob): Promise<HandedJob> {
    const { message, fileIds } = await this.look(taken);
    const variables = variablesOf({ taken, token, message }, this.env);
    await this.maskExpanded(taken, variables);
    return { taken, token, timeout, fileIds, variables };
  }

  /** Masked variables must also be masked in the job's log with the values of other variables expanded in them. */
  private async maskExpanded(taken: TakenJob, variables: readonly JobVariable[]): Promise<void> {
    const known = new Set(secretsOf(taken));
    const others = variables
      .filter(({ masked, raw, value }) => masked && !raw && !known.has(value) && isMaskable(value))
      .map(({ value }) => value);
    if (others.length > 0) {
      await this.logs.mask(taken.order.id, [...known, ...others]);
    }
  }

  /** The reason is written to the job's log, where users look for it. */
  private async writeLog({ taken: { order }, token }: AssignedJob, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.logs.append(order.id, token, `0-${bytes.length - 1}`, bytes);
  }

  private async fail({ taken: { order } }: AssignedJob, failureReason: FailureReason): Promise<void> {
    await this.moves.end(order, { status: 'failed', failureReason, exitCode: null, coverage: null });
  }

  /** Reads the message of the commit, and the ids of the files in the job's cache keys. */
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
