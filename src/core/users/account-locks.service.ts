import { Injectable } from '@nestjs/common';
import { forbidden } from '../../common/errors/catalogue.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import type { User } from './user.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const LAST_ADMIN = 'The last administrator cannot be removed';

/** Locks accounts for changes, and protects the last administrator (contract: core §3). */
@Injectable()
export class AccountLocksService {
  constructor(
    private readonly users: UsersRepository,
    private readonly reader: UsersService,
    private readonly namespaces: NamespacesRepository,
  ) {}

  /**
   * Locks the namespace, then the administrators if the account is one of them, then the account. All code that locks
   * several of these uses this order, which prevents deadlocks. Throws 404.
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

  /** For a locked account. Throws 403 when no other active administrator would be left. */
  async refuseLastAdmin({ id, isAdmin }: User): Promise<void> {
    if (!isAdmin) {
      return;
    }
    const admins = await this.users.lockActiveAdmins();
    if (admins.length === 1 && admins[0] === id) {
      throw forbidden(LAST_ADMIN);
    }
  }
}
