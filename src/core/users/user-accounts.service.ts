import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, IS_INVALID, message } from '../../common/errors/catalogue.js';
import { Passwords } from '../../platform/crypto/passwords.js';
import { randomPassword } from '../../platform/crypto/random.js';
import { brokenConstraint } from '../../platform/database/constraint.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { isPath } from '../../common/params/name-rules.js';
import { ACCESS_REDUCED } from '../events/access-reduced.js';
import type { AccessReduced } from '../events/access-reduced.js';
import { EventsService } from '../events/events.service.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { AccountMailsService } from './account-mails.service.js';
import type { AccountState, User } from './user.js';
import { UsersRepository } from './users.repository.js';
import type { UserChanges } from './users.repository.js';
import { UsersService } from './users.service.js';

export interface AccountEdit {
  readonly columns: UserChanges;
  readonly password?: string | undefined;
  readonly resetPassword?: boolean | undefined;
  readonly skipConfirmation?: boolean | undefined;
  /** The session in which people change their own password: it alone goes on. */
  readonly sessionId?: number | undefined;
}

export interface NewAccount extends AccountEdit {
  readonly columns: UserChanges & { readonly email: string; readonly username: string; readonly name: string };
}

const LAST_ADMIN = 'The last administrator cannot be removed';
const TAKEN_BY_INDEX: Readonly<Record<string, string>> = {
  uq_users_email: 'Email has already been taken',
  uq_users_username: 'Username has already been taken',
  uq_routes_path: 'Username has already been taken',
};

/** What administrators do with accounts (contract: core §3). */
@Injectable()
export class UserAccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly reader: UsersService,
    private readonly namespaces: NamespacesRepository,
    private readonly settings: SettingsService,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly database: Database,
    private readonly mails: AccountMailsService,
    private readonly links: AccountLinksRepository,
    private readonly events: EventsService,
  ) {}

  /** Throws 400 for username and reset, 409 when e-mail or username is taken. */
  async create(account: NewAccount, caller: Caller): Promise<User> {
    const { columns } = account;
    this.refuseResetWithoutMail(account);
    refuseBadUsername(columns.username);
    const passwordDigest = await this.passwords.digest(account.password ?? randomPassword());
    const { defaultProjectsLimit } = await this.settings.current();
    const confirmed = account.skipConfirmation === true || !this.mails.isOpen;
    return conflictsExplained(() =>
      this.database.transaction(async (tx) => {
        await this.refuseTaken(columns, 0);
        const id = await this.users.insert({
          projectsLimit: defaultProjectsLimit,
          ...columns,
          passwordDigest,
          confirmedAt: confirmed ? new Date().toISOString() : null,
          createdBy: caller.account?.id ?? null,
        });
        await this.openNamespace(id, columns.username, columns.name);
        const user = await this.reader.get(id);
        await this.mailLinks(tx, user, { confirms: !confirmed, resets: account.resetPassword });
        return user;
      }),
    );
  }

  /** Throws 400, 403 for the last administrator, 404, 409. */
  async update(id: number, edit: AccountEdit): Promise<User> {
    this.refuseResetWithoutMail(edit);
    const { columns, password, sessionId } = edit;
    refuseBadUsername(columns.username);
    const passwordDigest = password === undefined ? undefined : await this.passwords.digest(password);
    return conflictsExplained(() =>
      this.database.transaction(async (tx) => {
        const user = await this.lock(id);
        await this.refuseTaken(columns, id);
        if (columns.isAdmin === false) {
          await this.refuseLastAdmin(id);
        }
        const confirms = this.needsReconfirmation(user, edit);
        await this.users.update(id, {
          ...columns,
          ...(passwordDigest === undefined ? {} : { passwordDigest }),
          ...(confirms ? { confirmedAt: null } : {}),
        });
        await this.renameNamespace(user, columns);
        if (passwordDigest !== undefined) {
          await this.sessions.deleteAllOf(id, sessionId);
        }
        const changed = await this.reader.get(id);
        await this.mailLinks(tx, changed, { confirms, resets: edit.resetPassword });
        return changed;
      }),
    );
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

  /** A new password by a mailed link, which this uses up; all sessions end. False as {@link confirm}. */
  async resetPassword(token: string, password: string): Promise<boolean> {
    const passwordDigest = await this.passwords.digest(password);
    return this.database.transaction(async () => {
      const id = await this.links.take(token, 'reset');
      if (id !== null) {
        await this.users.update(id, { passwordDigest });
        await this.sessions.deleteAllOf(id);
      }
      return id !== null;
    });
  }

  /** Repeating is fine; throws 403 on oneself and for the last administrator, 404. */
  async changeState(id: number, state: AccountState, caller: Caller): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.reader.get(id);
      if (id === caller.userId) {
        throw forbidden('You cannot change the state of your own account');
      }
      if (state !== 'active') {
        await this.refuseLastAdmin(id);
      }
      await this.users.update(id, { state });
      if (state !== 'active') {
        await this.sessions.deleteAllOf(id);
        const payload: AccessReduced = { userId: id };
        await this.events.publish(tx, { name: ACCESS_REDUCED, payload });
      }
    });
  }

  /** Throws 403 when no other active administrator would be left. */
  async refuseLastAdmin(id: number): Promise<void> {
    const admins = await this.users.lockActiveAdmins();
    if (admins.length === 1 && admins[0] === id) {
      throw forbidden(LAST_ADMIN);
    }
  }

  /** Every human user has a namespace of their own name (contract: core §3). */
  async openNamespace(userId: number, username: string, name: string): Promise<void> {
    const created = await this.namespaces.create({ kind: 'user', name, path: username, ownerId: userId });
    if (created === null) {
      throw message(409, 'Username has already been taken');
    }
  }

  /**
   * Locks the namespace, then the administrators if the account is one of them, then the account: code that locks
   * several of these does it in this order, which prevents deadlocks. Throws 404.
   */
  async lock(id: number): Promise<User> {
    const { namespaceId, isAdmin } = await this.reader.get(id);
    if (namespaceId !== null) {
      await this.namespaces.lock(namespaceId);
    }
    if (isAdmin) {
      await this.users.lockActiveAdmins();
    }
    await this.users.lock(id);
    return this.reader.get(id);
  }

  private refuseResetWithoutMail({ resetPassword }: AccountEdit): void {
    if (resetPassword && !this.mails.isOpen) {
      throw invalidField('reset_password', 'needs outgoing mail');
    }
  }

  private needsReconfirmation({ email }: User, { columns, skipConfirmation }: AccountEdit): boolean {
    const moves = columns.email !== undefined && columns.email.toLowerCase() !== email.toLowerCase();
    return moves && this.mails.isOpen && skipConfirmation !== true;
  }

  private async mailLinks(
    tx: Tx,
    user: User,
    asked: { confirms: boolean; resets?: boolean | undefined },
  ): Promise<void> {
    if (asked.confirms) {
      await this.mails.send(tx, user, 'confirm');
    }
    if (asked.resets) {
      await this.mails.send(tx, user, 'reset');
    }
  }

  /** E-mail before username (contract: core §3); the indexes decide what two requests do at once. */
  private async refuseTaken({ email, username }: UserChanges, id: number): Promise<void> {
    if (email !== undefined && (await this.users.hasEmail(email, id))) {
      throw message(409, 'Email has already been taken');
    }
    const holder = username === undefined ? null : await this.users.findByUsername(username);
    if (holder && holder.id !== id) {
      throw message(409, 'Username has already been taken');
    }
  }

  private async renameNamespace(user: User, { username, name }: UserChanges): Promise<void> {
    if (user.namespaceId === null) {
      return;
    }
    if (username !== undefined && username !== user.username) {
      if (!(await this.namespaces.renamePath(user.username, username))) {
        throw message(409, 'Username has already been taken');
      }
    }
    const changes = { ...(name === undefined ? {} : { name }), ...(username === undefined ? {} : { path: username }) };
    await this.namespaces.rename(user.namespaceId, changes);
  }
}

/** REST refuses bad names with all invalid parameters; this check is for the other ways to create an account. */
function refuseBadUsername(username: string | undefined): void {
  if (username !== undefined && !isPath(username, 'top')) {
    throw invalidField('username', IS_INVALID);
  }
}

async function conflictsExplained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = TAKEN_BY_INDEX[brokenConstraint(error) ?? ''];
    throw text === undefined ? error : message(409, text);
  }
}
