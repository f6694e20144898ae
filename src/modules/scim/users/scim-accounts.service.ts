import { Injectable } from '@nestjs/common';
import { AccountLocksService } from '../../../core/users/account-locks.service.js';
import { AccountMailsService } from '../../../core/users/account-mails.service.js';
import { AccountNamesService } from '../../../core/users/account-names.service.js';
import { AccountStatesService } from '../../../core/users/account-states.service.js';
import { ProvisionedAccountsService } from '../../../core/users/provisioned-accounts.service.js';
import type { User } from '../../../core/users/user.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import type { ScimGroup } from '../tokens/scim-token.js';
import { accountNameOf } from './account-name.js';
import type { ScimIdentity } from './scim-identity.js';
import { primaryEmail } from './scim-user.js';
import type { ScimUser } from './scim-user.js';

const SYSTEM = { userId: 0 };

interface AccountBehind {
  readonly userId: number;
  readonly managed: boolean;
}

/**
 * Accounts of provisioned users; accounts that the group did not create are never changed (contract: scim-graphql §A3).
 */
@Injectable()
export class ScimAccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly names: AccountNamesService,
    private readonly states: AccountStatesService,
    private readonly locks: AccountLocksService,
    private readonly accounts: ProvisionedAccountsService,
    private readonly mails: AccountMailsService,
  ) {}

  /**
   * Returns the account with the primary address, or a new one without a password; one that the group created earlier
   * is reactivated.
   */
  async behind(user: ScimUser, group: ScimGroup): Promise<AccountBehind> {
    await this.accounts.lock();
    const known = await this.users.findByConfirmedEmail(primaryEmail(user));
    if (!known) {
      const account = { userName: user.userName, name: accountNameOf(user), email: primaryEmail(user) };
      return { userId: await this.accounts.open({ ...account, managedBy: group.id }), managed: true };
    }
    const managed = known.managedBy === group.id;
    if (managed) {
      await this.follow({ userId: known.id, managed }, user);
      await this.activate({ userId: known.id, managed });
    }
    return { userId: known.id, managed };
  }

  /** The provider determines the name and the address of a managed account; its username stays. */
  async follow(identity: AccountBehind, user: ScimUser): Promise<void> {
    const account = await this.lock(identity);
    if (!account) {
      return;
    }
    const changes = { name: accountNameOf(user), email: primaryEmail(user) };
    await this.users.update(account.id, changes);
    if (changes.email.toLowerCase() !== account.email.toLowerCase()) {
      await this.mails.withdraw(account.id);
    }
    await this.names.renameNamespace(account, { name: changes.name });
  }

  /**
   * Locks the account created by the group, before the identity: all changes and deletions of accounts lock the account
   * first. Null for an account that is never changed.
   */
  async lock(identity: AccountBehind): Promise<User | null> {
    const account = await this.managedAccount(identity);
    const locked = account && (await this.locks.lock(account.id));
    return locked?.isAdmin === true ? null : locked;
  }

  /** Ends its sessions; its tokens are answered 403. An account that an administrator blocked stays blocked. */
  async deactivate(identity: AccountBehind): Promise<void> {
    const account = await this.managedAccount(identity);
    if (account?.state === 'active') {
      await this.states.change(account.id, 'deactivated', SYSTEM);
    }
  }

  async activate(identity: AccountBehind): Promise<void> {
    const account = await this.managedAccount(identity);
    if (account?.state === 'deactivated') {
      await this.states.change(account.id, 'active', SYSTEM);
    }
  }

  /**
   * Returns the account created by the group; null for one that it did not create, and for one that became an
   * administrator's.
   */
  private async managedAccount({ userId, managed }: Pick<ScimIdentity, 'userId' | 'managed'>): Promise<User | null> {
    const account = managed ? await this.users.find(userId) : null;
    return account?.isAdmin === true ? null : account;
  }
}
