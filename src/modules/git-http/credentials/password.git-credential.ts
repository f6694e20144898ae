import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import type { Account } from '../../../core/access/caller.js';
import { PasswordChecks } from '../../../core/access/password-checks.js';
import { Passwords } from '../../../platform/crypto/passwords.js';
import { accessDenied } from '../git-refusal.js';
import { GitSubjectsRepository } from '../git-subjects.repository.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** The account's own password, the last kind that is tried: wrong ones count as failed log-ins (contract: conventions §14). */
@Injectable()
export class PasswordGitCredential extends GitCredential {
  constructor(
    private readonly subjects: GitSubjectsRepository,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
  ) {
    super();
  }

  override async find(login: GitLogin): Promise<GitSubject | null> {
    if (login.scheme !== 'basic') {
      return null;
    }
    const account = await this.checks.attempt(login.username, login.address, () => this.check(login));
    if (!account || !isUsable(account)) {
      throw accessDenied();
    }
    return { kind: 'user', account, credential: null };
  }

  /** Costs the same for an account that does not exist (contract: core §13). */
  private async check({ username, secret }: GitLogin): Promise<Account | null> {
    const login = await this.subjects.findLogin(username);
    const isRight = await this.passwords.matches(secret, login?.passwordDigest ?? null);
    return login && isRight ? login.account : null;
  }
}
