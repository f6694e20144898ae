import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { PasswordLoginsService } from '../../../core/sign-in/password-logins.service.js';
import { accessDenied } from '../git-refusal.js';
import type { GitSubject } from '../git-subject.js';
import { GitCredential } from './git-credential.js';
import type { GitLogin } from './git-credential.js';

/** The account's own password, the last kind that is tried: wrong ones count as failed log-ins (contract: conventions §14). */
@Injectable()
export class PasswordGitCredential extends GitCredential {
  constructor(private readonly logins: PasswordLoginsService) {
    super();
  }

  /** Not with a second factor, which a program cannot show: the answer is that of an account which does not exist. */
  override async find({ scheme, username, secret, address }: GitLogin): Promise<GitSubject | null> {
    if (scheme !== 'basic') {
      return null;
    }
    const login = await this.logins.attemptByProgram(username, secret, address);
    if (login && isUsable(login.account)) {
      return { kind: 'user', account: login.account, credential: null };
    }
    throw accessDenied();
  }
}
