import { Injectable } from '@nestjs/common';
import { randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { UsersRepository } from './users.repository.js';

const SIGN_IN_SECONDS = 600;

/** One-time links of accounts (contract: core §3, scim-graphql §C1.1). */
@Injectable()
export class AccountLinksService {
  constructor(
    private readonly links: AccountLinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: AccountPasswordsService,
    private readonly policy: PasswordPolicy,
    private readonly database: Database,
  ) {}

  /** Creates a link that signs in to this account once, within ten minutes; returns its secret. */
  async makeSignIn(userId: number): Promise<string> {
    const token = randomToken('');
    await this.database.transaction(() => this.links.replace(userId, 'sign_in', token, SIGN_IN_SECONDS));
    return token;
  }

  /** Consumes a sign-in link and returns its user; null when it is unknown, used or expired. */
  takeSignIn(token: string): Promise<number | null> {
    return this.links.take(token, 'sign_in');
  }

  /** Consumes a mailed link and confirms the address; false when the link is unknown, used or expired. */
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
   * Consumes a mailed link and sets a new password; all sessions end. Returns false like {@link confirm}, and for an
   * account that may not sign in by password.
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
