import { Injectable } from '@nestjs/common';
import type { Account } from '../../../../core/access/caller.js';
import { PasswordChecks } from '../../../../core/access/password-checks.js';
import { Passwords } from '../../../../platform/crypto/passwords.js';
import { accessDenied } from '../../registry-errors.js';
import { isUsable } from '../registry-rights.js';
import { EVERY_ABILITY } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { RegistrySubjectsRepository } from '../registry-subjects.repository.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** The account's own password, the last kind that is tried: wrong ones count as failed log-ins. */
@Injectable()
export class PasswordCredential extends BasicCredential {
  constructor(
    private readonly subjects: RegistrySubjectsRepository,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
  ) {
    super();
  }

  override async find(login: BasicLogin): Promise<RegistrySubject | null> {
    const account = await this.checks.attempt(login.username, login.address, () => this.check(login));
    if (!account || !isUsable(account)) {
      throw accessDenied();
    }
    return { kind: 'user', account, abilities: EVERY_ABILITY };
  }

  /** Costs the same for an account that does not exist (contract: core §13). */
  private async check({ username, secret }: BasicLogin): Promise<Account | null> {
    const login = await this.subjects.findLogin(username);
    const isRight = await this.passwords.matches(secret, login?.passwordDigest ?? null);
    return login && isRight ? login.account : null;
  }
}
