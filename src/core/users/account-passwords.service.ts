import { Injectable } from '@nestjs/common';
import { Passwords } from '../../platform/crypto/passwords.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { UsersRepository } from './users.repository.js';

/**
 * A new password ends the account's sessions and password links, and a second factor that was begun with the old
 * password and is not confirmed: its secret was shown to someone who knew that password (contract: core §3, oauth
 * §2.3).
 */
@Injectable()
export class AccountPasswordsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly links: AccountLinksRepository,
  ) {}

  /** Slow on purpose: must be called before the transaction that stores the digest. */
  digest(password: string): Promise<string> {
    return this.passwords.digest(password);
  }

  /** Runs in the current transaction; one session may be kept. */
  async change(userId: number, passwordDigest: string, keptSessionId?: number): Promise<void> {
    await this.users.update(userId, { passwordDigest });
    await this.sessions.deleteAllOf(userId, keptSessionId);
    await this.users.dropPendingSecondFactor(userId);
    await this.links.withdraw(userId, ['reset']);
  }
}
