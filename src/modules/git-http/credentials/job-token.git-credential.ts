import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { isLive } from '../../../core/job-tokens/job-token.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** The second name stands in pipeline files that were written for others (contract: git §5.2). */
const USER_NAMES = ['ci-job-token', 'gitlab-ci-token'];

/** The token of a running job, under the name that is kept for it. */
@Injectable()
export class JobTokenGitCredential extends GitCredential {
  constructor(private readonly tokens: JobTokensService) {
    super();
  }

  override async find({ scheme, username, secret }: GitLogin): Promise<GitSubject | null> {
    const isMeant = scheme === 'bearer' || USER_NAMES.includes(username);
    const held = isMeant ? await this.tokens.find(secret) : null;
    if (!held) {
      return null;
    }
    const { account, job } = held;
    if (!account || !isLive(held) || !isUsable(account)) {
      throw accessDenied();
    }
    return { kind: 'job', account, projectId: job.projectId };
  }
}
