import { Injectable } from '@nestjs/common';
import { Passwords } from '../../platform/crypto/passwords.js';
import { randomPassword } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { SettingsService } from '../settings/settings.service.js';
import { AccountMailsService } from './account-mails.service.js';
import { AccountNamesService, conflictsExplained, refuseBadUsername } from './account-names.service.js';
import type { AccountEdit } from './account-updates.service.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';
import type { UserChanges } from './users.repository.js';
import { UsersService } from './users.service.js';

export interface NewAccount extends AccountEdit {
  readonly columns: UserChanges & { readonly email: string; readonly username: string; readonly name: string };
}

/** Creates accounts, for administrators (contract: core §3). */
@Injectable()
export class AccountCreationService {
  constructor(
    private readonly users: UsersRepository,
    private readonly reader: UsersService,
    private readonly names: AccountNamesService,
    private readonly mails: AccountMailsService,
    private readonly settings: SettingsService,
    private readonly passwords: Passwords,
    private readonly database: Database,
  ) {}

  /** Throws 400 for username and reset, 409 when e-mail or username is taken. */
  async create(account: NewAccount, caller: Caller): Promise<User> {
    const { columns } = account;
    this.mails.refuseResetWithoutMail(account);
    refuseBadUsername(columns.username);
    const passwordDigest = await this.passwords.digest(account.password ?? randomPassword());
    const { defaultProjectsLimit } = await this.settings.current();
    const confirmed = account.skipConfirmation === true || !this.mails.isOpen;
    return conflictsExplained(() =>
      this.database.transaction(async (tx) => {
        await this.names.refuseTaken(columns, 0);
        const id = await this.users.insert({
          projectsLimit: defaultProjectsLimit,
          ...columns,
          passwordDigest,
          confirmedAt: confirmed ? new Date().toISOString() : null,
          createdBy: caller.account?.id ?? null,
        });
        await this.names.openNamespace(id, columns.username, columns.name);
        const user = await this.reader.get(id);
        await this.mails.sendAsked(tx, user, { confirms: !confirmed, resets: account.resetPassword });
        return user;
      }),
    );
  }
}
