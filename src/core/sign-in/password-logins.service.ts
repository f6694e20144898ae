import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { Passwords } from '../../platform/crypto/passwords.js';
import { PasswordChecks } from '../access/password-checks.js';
import { PasswordPolicy } from '../users/password-policy.service.js';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { SignInAlarmService } from './sign-in-alarm.service.js';
import type { PasswordLogin } from './password-logins.repository.js';

const counterOf = (accountId: number): string => `account ${accountId}`;

/** Checks passwords, with a limit against guessing (contract: oauth §2.1, conventions §14). */
@Injectable()
export class PasswordLoginsService {
  constructor(
    private readonly logins: PasswordLoginsRepository,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
    private readonly alarm: SignInAlarmService,
    private readonly policy: PasswordPolicy,
  ) {}

  /** Returns the account of a user name or e-mail without checking anything. */
  find(login: string): Promise<PasswordLogin | null> {
    return this.logins.find(login.trim());
  }

  /**
   * Returns the account when the password is right, whatever its state. Returns null, at equal cost, for an unknown
   * account, one without a password and a wrong password. Throws 429 after too many failures.
   */
  attempt(login: string, password: string, address: string): Promise<PasswordLogin | null> {
    return this.limited(login, address, (named) => this.evaluateAllowed(named, password));
  }

  /**
   * Like {@link attempt}, for programs, which cannot provide a second factor: for an account with one, every password
   * is wrong and counts as a failure, so that nothing tells the right one (contract: registry §5, git §5.2).
   */
  attemptByProgram(login: string, password: string, address: string): Promise<PasswordLogin | null> {
    return this.limited(login, address, async (named) => {
      const found = await this.evaluateAllowed(named, password);
      return found?.hasTwoFactor === true ? null : found;
    });
  }

  /** Whether this is the password of a signed-in account. Throws 429 after too many failures. */
  async isOwn(account: { readonly id: number }, password: string, address: string): Promise<boolean> {
    const found = await this.checks.attempt(counterOf(account.id), address, async () =>
      this.evaluate(await this.logins.findById(account.id), password),
    );
    return found !== null;
  }

  /**
   * An account has one counter for all of its names; unknown logins have one for the text that was sent. Records
   * guessing when the limit is exceeded (contract: conventions §14, §17).
   */
  private async limited<T>(
    login: string,
    address: string,
    check: (named: PasswordLogin | null) => Promise<T | null>,
  ): Promise<T | null> {
    const named = await this.find(login);
    const counter = named ? counterOf(named.account.id) : `unknown ${login.trim()}`;
    try {
      return await this.checks.attempt(counter, address, () => check(named));
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) {
        await this.alarm.notify(login, named?.account ?? null, address);
      }
      throw error;
    }
  }

  /** When passwords are not allowed for everyone, they are wrong for the others (contract: scim-graphql §C1.1). */
  private async evaluateAllowed(login: PasswordLogin | null, password: string): Promise<PasswordLogin | null> {
    const found = await this.evaluate(login, password);
    return found && this.policy.allows(found.account) ? found : null;
  }

  private async evaluate(login: PasswordLogin | null, password: string): Promise<PasswordLogin | null> {
    const isRight = await this.passwords.matches(password, login?.passwordDigest ?? null);
    return isRight ? login : null;
  }
}
