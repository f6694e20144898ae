import { Injectable } from '@nestjs/common';
import { isPath } from '../../../common/params/name-rules.js';
import { NamespacesRepository } from '../../../core/namespaces/namespaces.repository.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { AccountNamesService } from '../../../core/users/account-names.service.js';
import { AccountStatesService } from '../../../core/users/account-states.service.js';
import type { User } from '../../../core/users/user.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { Database } from '../../../platform/database/database.js';
import type { ScimGroup } from '../tokens/scim-token.js';
import { fullNameOf } from './scim-identity.js';
import type { ScimIdentity } from './scim-identity.js';
import { primaryEmail } from './scim-user.js';
import type { ScimUser } from './scim-user.js';

const SYSTEM = { userId: 0 };
const MAX_STEM = 200;
/** Of the advisory lock under which accounts are opened: two people of the same name get different usernames. */
const OPENING = 7_264_601;

interface AccountBehind {
  readonly userId: number;
  readonly managed: boolean;
}

/** The accounts behind provisioned users; those that the group did not make are never touched (contract: scim-graphql §A3). */
@Injectable()
export class ScimAccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly names: AccountNamesService,
    private readonly states: AccountStatesService,
    private readonly namespaces: NamespacesRepository,
    private readonly settings: SettingsService,
    private readonly database: Database,
  ) {}

  /** The account of the primary address, or a new one without a password; one that the group made before is revived. */
  async behind(user: ScimUser, group: ScimGroup): Promise<AccountBehind> {
    await this.database.lockByNumber(OPENING);
    const known = await this.users.findByConfirmedEmail(primaryEmail(user));
    if (!known) {
      return { userId: await this.open(user, group), managed: true };
    }
    const managed = known.managedBy === group.id;
    if (managed) {
      await this.follow({ userId: known.id, managed }, user);
      await this.activate({ userId: known.id, managed });
    }
    return { userId: known.id, managed };
  }

  /** The name and the address of a managed account are what its provider says; its username stays. */
  async follow(identity: AccountBehind, user: ScimUser): Promise<void> {
    const account = await this.managedAccount(identity);
    if (!account) {
      return;
    }
    const changes = { name: displayedName(user), email: primaryEmail(user) };
    await this.users.update(account.id, changes);
    await this.names.renameNamespace(account, { name: changes.name });
  }

  /** Ends its sessions; its tokens answer 403. An account that an administrator blocked stays blocked. */
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

  /** The account that the group made; null for one that it did not, and for one that became an administrator's. */
  private async managedAccount({ userId, managed }: Pick<ScimIdentity, 'userId' | 'managed'>): Promise<User | null> {
    const account = managed ? await this.users.find(userId) : null;
    return account?.isAdmin === true ? null : account;
  }

  private async open(user: ScimUser, group: ScimGroup): Promise<number> {
    const username = await this.freeUsername(user.userName);
    const name = displayedName(user);
    const { defaultProjectsLimit: projectsLimit } = await this.settings.current();
    const confirmedAt = new Date().toISOString();
    const email = primaryEmail(user);
    const id = await this.users.insert({ username, name, email, projectsLimit, confirmedAt, managedBy: group.id });
    await this.names.openNamespace(id, username, name);
    return id;
  }

  private async freeUsername(userName: string): Promise<string> {
    const stem = usernameStem(userName);
    for (let number = 0; ; number += 1) {
      const username = number === 0 ? stem : `${stem}${number}`;
      if (isPath(username, 'top') && !(await this.namespaces.isTaken(username))) {
        return username;
      }
    }
  }
}

const displayedName = (user: ScimUser): string => fullNameOf(user) ?? user.displayName ?? user.userName;

/** The local part, with other characters replaced (contract: scim-graphql §A3); it is a path before a number is appended. */
function usernameStem(userName: string): string {
  const [local = ''] = userName.split('@', 1);
  const stem = local
    .slice(0, MAX_STEM)
    .replace(/[^A-Za-z0-9_.-]/g, '-')
    .replace(/^[.-]+/, '');
  return stem === '' ? 'user' : stem;
}
