import { Injectable } from '@nestjs/common';
import { isPath } from '../../common/params/name-rules.js';
import { Database } from '../../platform/database/database.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import { AccountNamesService } from './account-names.service.js';
import { UsersRepository } from './users.repository.js';

const MAX_STEM = 200;
/** Number of the advisory lock for creating accounts: two users of the same name get different usernames. */
const OPENING = 7_264_601;

export interface ProvisionedAccount {
  /** The provider's user name or address, from which the username is derived. */
  readonly userName: string;
  readonly name: string;
  readonly email: string;
  /** The group that determines its name, address and state. */
  readonly managedBy: number | null;
}

/** Accounts without a password, created for an identity provider (contract: scim-graphql §A3, §C1.3). */
@Injectable()
export class ProvisionedAccountsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly names: AccountNamesService,
    private readonly namespaces: NamespacesRepository,
    private readonly settings: SettingsService,
    private readonly database: Database,
  ) {}

  /** Serialises transactions from the lookup of an account to its creation. */
  async lock(): Promise<void> {
    await this.database.lockByNumber(OPENING);
  }

  /**
   * Creates a confirmed account and returns its id; must be called under {@link lock}. Throws the conflicts of the
   * unique indexes of users.
   */
  async open({ userName, name, email, managedBy }: ProvisionedAccount): Promise<number> {
    const username = await this.freeUsername(userName);
    const { defaultProjectsLimit: projectsLimit } = await this.settings.current();
    const confirmedAt = new Date().toISOString();
    const id = await this.users.insert({ username, name, email, projectsLimit, confirmedAt, managedBy });
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

/**
 * Returns the local part with other characters substituted (contract: scim-graphql §A3); a valid path before a number
 * is appended.
 */
function usernameStem(userName: string): string {
  const [local = ''] = userName.split('@', 1);
  const stem = local
    .slice(0, MAX_STEM)
    .replace(/[^A-Za-z0-9_.-]/g, '-')
    .replace(/^[.-]+/, '');
  return stem === '' ? 'user' : stem;
}
