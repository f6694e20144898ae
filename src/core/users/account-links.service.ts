import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { UsersRepository } from './users.repository.js';

/** What people do by a mailed link, which works once (contract: core §3). */
@Injectable()
export class AccountLinksService {
  constructor(
    private readonly links: AccountLinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: AccountPasswordsService,
    private readonly database: Database,
  ) {}

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

  /** A new password by a mailed link, which this uses up; all sessions end. False as {@link confirm}. */
  async resetPassword(token: string, password: string): Promise<boolean> {
    const passwordDigest = await this.passwords.digest(password);
    return this.database.transaction(async () => {
      const id = await this.links.take(token, 'reset');
      if (id !== null) {
        await this.passwords.change(id, passwordDigest);
      }
      return id !== null;
    });
  }
}
