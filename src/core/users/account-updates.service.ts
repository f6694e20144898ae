import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AccountLocksService } from './account-locks.service.js';
import { AccountMailsService } from './account-mails.service.js';
import { AccountNamesService, conflictsExplained, refuseBadUsername } from './account-names.service.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';
import type { UserChanges } from './users.repository.js';
import { UsersService } from './users.service.js';

export interface AccountEdit {
  readonly columns: UserChanges;
  readonly password?: string | undefined;
  readonly resetPassword?: boolean | undefined;
  /** Marks the account as confirmed. */
  readonly skipConfirmation?: boolean | undefined;
  /** Marks a new address as confirmed. */
  readonly skipReconfirmation?: boolean | undefined;
  /** The session in which users change their own password; it is kept. */
  readonly sessionId?: number | undefined;
}

/** Changes of accounts by administrators, and by users of their own (contract: core §3). */
@Injectable()
export class AccountUpdatesService {
  constructor(
    private readonly users: UsersRepository,
    private readonly reader: UsersService,
    private readonly names: AccountNamesService,
    private readonly locks: AccountLocksService,
    private readonly mails: AccountMailsService,
    private readonly passwords: AccountPasswordsService,
    private readonly database: Database,
  ) {}

  /** Throws 400, 403 for the last administrator, 404, 409. */
  async update(id: number, edit: AccountEdit): Promise<User> {
    this.mails.refuseResetWithoutMail(edit);
    const { columns, password, sessionId } = edit;
    refuseBadUsername(columns.username);
    const passwordDigest = password === undefined ? undefined : await this.passwords.digest(password);
    return conflictsExplained(() =>
      this.database.transaction(async (tx) => {
        const user = await this.locks.lock(id);
        await this.names.refuseTaken(columns, id);
        if (columns.isAdmin === false) {
          await this.locks.refuseLastAdmin(user);
        }
        const confirms = this.needsReconfirmation(user, edit);
        const confirmedAt = confirms ? null : confirmedSince(user, edit);
        await this.users.update(id, { ...columns, confirmedAt });
        await this.names.renameNamespace(user, columns);
        if (moves(user, edit)) {
          await this.mails.withdraw(id);
        }
        if (passwordDigest !== undefined) {
          await this.passwords.change(id, passwordDigest, sessionId);
        }
        const changed = await this.reader.get(id);
        await this.mails.sendAsked(tx, changed, { confirms, resets: edit.resetPassword });
        return changed;
      }),
    );
  }

  private needsReconfirmation(user: User, edit: AccountEdit): boolean {
    return moves(user, edit) && this.mails.isOpen && !skips(user, edit);
  }
}

/** Whether the edit changes the address. */
const moves = ({ email }: User, { columns }: AccountEdit): boolean =>
  columns.email !== undefined && columns.email.toLowerCase() !== email.toLowerCase();

/** Whether the account counts as confirmed without a mailed link (contract: core §3). */
const skips = (user: User, edit: AccountEdit): boolean =>
  edit.skipConfirmation === true || (edit.skipReconfirmation === true && moves(user, edit));

const confirmedSince = (user: User, edit: AccountEdit): string | null =>
  user.confirmedAt ?? (skips(user, edit) ? new Date().toISOString() : null);
