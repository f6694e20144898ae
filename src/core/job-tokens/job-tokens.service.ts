import { Injectable } from '@nestjs/common';
import { isLive } from './job-token.js';
import type { JobTokenHolder } from './job-token.js';
import { JobTokensRepository } from './job-tokens.repository.js';

export const JOB_TOKEN_PREFIX = 'sljob_';

/**
 * Job tokens, for every protocol that accepts them: the API, triggers, packages, the registry, git (contract: triggers
 * §8).
 */
@Injectable()
export class JobTokensService {
  constructor(private readonly tokens: JobTokensRepository) {}

  /** Returns the holder, whether or not the job still runs; null when it is not a job token. */
  find(value: string): Promise<JobTokenHolder | null> {
    return value.startsWith(JOB_TOKEN_PREFIX) ? this.tokens.find(value) : Promise.resolve(null);
  }

  /** Returns the holder of a running job's token by the job's id; null when it does not run. */
  async findRunning(jobId: number): Promise<JobTokenHolder | null> {
    const holder = await this.tokens.findByJob(jobId);
    return holder && isLive(holder) ? holder : null;
  }

  /** Like {@link find}, but only for running jobs. */
  async findLive(value: string): Promise<JobTokenHolder | null> {
    const holder = await this.find(value);
    return holder && isLive(holder) ? holder : null;
  }
}
