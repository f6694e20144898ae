import { Injectable } from '@nestjs/common';
import type { Account } from '../../../../core/access/caller.js';
import { PasswordChecks } from '../../../../core/access/password-checks.js';
import { SecondFactors } from '../../../../core/users/second-factors.js';
import { Passwords } from '../../../../platform/crypto/passwords.js';
import { accessDenied } from '../../registry-errors.js';
import { isUsable } from '../registry-rights.js';
import { EVERY_ABILITY } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { RegistrySubjectsRepository } from '../registry-subjects.repository.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

interface CheckedPassword {
  readonly account: Account;
  readonly opens: boolean;
}

/** The account's own password, the last kind that is tried: wrong ones count as failed log-ins. */
@Injectable()
export class PasswordCredential extends BasicCredential {
  constructor(
    private readonly subjects: RegistrySubjectsRepository,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
    private readonly secondFactors: SecondFactors,
  ) {
    super();
  }

  override async find(login: BasicLogin): Promise<RegistrySubject | null> {
    const checked = await this.checks.attempt(login.username, login.address, () => this.check(login));
    if (!checked?.opens || !isUsable(checked.account)) {
      throw accessDenied();
    }
    return { kind: 'user', account: checked.account, abilities: EVERY_ABILITY };
  }

  /**
   * Null for a wrong password; costs the same for an account that does not exist (contract: core §13). With a second
   * factor no password opens anything and none counts as wrong, so that nothing tells the right one.
   */
  private async check({ username, secret }: BasicLogin): Promise<CheckedPassword | null> {
    const login = await this.subjects.findLogin(username);
    const isRight = await this.passwords.matches(secret, login?.passwordDigest ?? null);
    const needsMore = login !== null && (await this.secondFactors.isOn(login.account.id));
    return login && (isRight || needsMore) ? { account: login.account, opens: !needsMore } : null;
  }
}
