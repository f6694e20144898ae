import { Injectable } from '@nestjs/common';
import { randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { UsersRepository } from './users.repository.js';

const SIGN_IN_SECONDS = 600;

/** What people do by a link, which works once (contract: core §3, scim-graphql §C1.1). */
@Injectable()
export class AccountLinksService {
  constructor(
    private readonly links: AccountLinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: AccountPasswordsService,
    private readonly policy: PasswordPolicy,
    private readonly database: Database,
  ) {}

  /** A link that signs in as this account once, within ten minutes; answers its secret. */
  async makeSignIn(userId: number): Promise<string> {
    const token = randomToken('');
    await this.database.transaction(() => this.links.replace(userId, 'sign_in', token, SIGN_IN_SECONDS));
    return token;
  }

  /** Whose link to sign in it is, which this uses up; null as {@link confirm} is false. */
  takeSignIn(token: string): Promise<number | null> {
    return this.links.take(token, 'sign_in');
  }

  /** By a mailed link, which this uses up; false for one that is unknown, used or too old. */
  confirm(token: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const id = await this.links.take(token, 'confirm');
      if (id !== null) {
        await this.users.update(id, { confirmedAt: new Date().toISOString() });
      }
      return id !== null;
    });
  }

  /**
   * A new password by a mailed link, which this uses up; all sessions end. False as {@link confirm}, and for an account
   * that may not sign in by a password.
   */
  async resetPassword(token: string, password: string): Promise<boolean> {
    const passwordDigest = await this.passwords.digest(password);
    return this.database.transaction(async () => {
      const id = await this.links.take(token, 'reset');
      const user = id === null ? null : await this.users.find(id);
      if (!user || !this.policy.allows(user)) {
        return false;
      }
      await this.passwords.change(user.id, passwordDigest);
      return true;
    });
  }
}
