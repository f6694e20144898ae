import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, message } from '../../common/errors/catalogue.js';
import { isPath } from '../../common/params/name-rules.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';
import type { UserChanges } from './users.repository.js';

const TAKEN_BY_INDEX: Readonly<Record<string, string>> = {
  uq_users_email: 'Email has already been taken',
  uq_users_username: 'Username has already been taken',
  uq_routes_path: 'Username has already been taken',
};

/** Usernames, e-mail addresses and the namespaces named after their users are unique (contract: core §3). */
@Injectable()
export class AccountNamesService {
  constructor(
    private readonly users: UsersRepository,
    private readonly namespaces: NamespacesRepository,
  ) {}

  /**
   * Checks the e-mail before the username (contract: core §3); throws 409. For concurrent requests the indexes decide.
   */
  async refuseTaken({ email, username }: UserChanges, id: number): Promise<void> {
    if (email !== undefined && (await this.users.hasEmail(email, id))) {
      throw message(409, 'Email has already been taken');
    }
    const holder = username === undefined ? null : await this.users.findByUsername(username);
    if (holder && holder.id !== id) {
      throw message(409, 'Username has already been taken');
    }
  }

  /** Creates the namespace that every human user has, named after them (contract: core §3). */
  async openNamespace(userId: number, username: string, name: string): Promise<void> {
    const created = await this.namespaces.create({ kind: 'user', name, path: username, ownerId: userId });
    if (created === null) {
      throw message(409, 'Username has already been taken');
    }
  }

  /** Throws 409 when the new path is taken. */
  async renameNamespace(user: User, { username, name }: UserChanges): Promise<void> {
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

/**
 * The API refuses bad names together with all invalid parameters; this check is for the other ways to create an
 * account.
 */
export function refuseBadUsername(username: string | undefined): void {
  if (username !== undefined && !isPath(username, 'top')) {
    throw invalidField('username', IS_INVALID);
  }
}

/** Runs a write of accounts and turns conflicts of unique indexes into 409. */
export async function conflictsExplained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = TAKEN_BY_INDEX[brokenConstraint(error) ?? ''];
    throw text === undefined ? error : message(409, text);
  }
}
