import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../../core/access/account-state.js';
import { isLive } from '../../../../core/job-tokens/job-token.js';
import { JobTokensService } from '../../../../core/job-tokens/job-tokens.service.js';
import { accessDenied } from '../../registry-errors.js';
import type { RegistrySubject } from '../registry-subject.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** The second name stands in pipeline files that were written for others (contract: registry §5). */
const USER_NAMES = ['ci-job-token', 'gitlab-ci-token'];

/** The token of a running job, under the name that is kept for it. */
@Injectable()
export class JobTokenCredential extends BasicCredential {
  constructor(private readonly tokens: JobTokensService) {
    super();
  }

  override async find({ username, secret }: BasicLogin): Promise<RegistrySubject | null> {
    const held = USER_NAMES.includes(username) ? await this.tokens.find(secret) : null;
    if (!held) {
      return null;
    }
    const { account, job } = held;
    if (!account || !isLive(held) || !isUsable(account)) {
      throw accessDenied();
    }
    return { kind: 'job', account, jobId: job.id, projectId: job.projectId };
  }
}
