import { Injectable } from '@nestjs/common';
import { isLive } from '../job-tokens/job-token.js';
import { JobTokensService } from '../job-tokens/job-tokens.service.js';
import { CredentialKind, ofAccount } from './credential-kind.js';
import type { FoundCredential, JobHolder, PresentedSecret } from './credential-kind.js';

/**
 * User names of job tokens; the second is used in pipeline definitions that were written for other servers (contract:
 * git §5.2).
 */
export const JOB_USER_NAMES: readonly string[] = ['ci-job-token', 'gitlab-ci-token'];

/** The token of a running job (contract: conventions §6.3, triggers §8). */
@Injectable()
export class JobTokenCredential extends CredentialKind<JobHolder> {
  constructor(private readonly tokens: JobTokensService) {
    super();
  }

  override async find({ secret }: PresentedSecret): Promise<FoundCredential<JobHolder> | null> {
    const held = await this.tokens.find(secret);
    if (!held) {
      return null;
    }
    const { account, job } = held;
    if (!account || !isLive(held)) {
      return { fault: 'job has ended', account };
    }
    const { id: jobId, projectId, pipelineId } = job;
    return ofAccount({ kind: 'job', account, jobId, projectId, pipelineId }, () => undefined);
  }
}
