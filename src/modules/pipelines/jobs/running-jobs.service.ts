import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden } from '../../../common/errors/catalogue.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { isLive } from '../../../core/job-tokens/job-token.js';
import type { JobTokenHolder } from '../../../core/job-tokens/job-token.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

export type TokenedJob = JobTokenHolder['job'];

export const STATUS_HEADER = 'Job-Status';

/** Error with the job's status in a header, so that its runner learns of a cancellation (contract: triggers §9). */
export const jobHasEnded = (status: Status): ApiError =>
  new ApiError(403, { message: '403 Forbidden - Job is not running' }, { [STATUS_HEADER]: status });

/** Authenticates runners by the tokens of their jobs (contract: triggers §9). */
@Injectable()
export class RunningJobsService {
  constructor(private readonly tokens: JobTokensService) {}

  /** Returns the job that the token belongs to, in any state. Throws 403 for another token. */
  async get(id: number, token: string): Promise<TokenedJob> {
    const holder = await this.tokens.find(token);
    if (holder?.job.id !== id) {
      throw forbidden();
    }
    return holder.job;
  }

  /** Like {@link get}, but throws 403 with the job's status when it no longer runs. */
  async getRunning(id: number, token: string): Promise<TokenedJob> {
    const job = await this.get(id, token);
    if (job.status !== 'running') {
      throw jobHasEnded(job.status);
    }
    return job;
  }

  /** Whether {@link getRunning} would return the job. */
  async isRunning(id: number, token: string): Promise<boolean> {
    const holder = await this.tokens.find(token);
    return holder?.job.id === id && holder.job.status === 'running';
  }

  /**
   * Returns the running job of a token, whichever job it is. Throws 403; if the token belongs to the job `id`, the
   * error says that it has ended.
   */
  async getAnyRunning(id: number, token: string): Promise<TokenedJob> {
    const holder = await this.tokens.find(token);
    if (holder && isLive(holder)) {
      return holder.job;
    }
    throw holder?.job.id === id ? jobHasEnded(holder.job.status) : forbidden();
  }
}
