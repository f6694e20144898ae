import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { Passwords } from '../../platform/crypto/passwords.js';
import { digestOf, randomPassword, randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { SCOPES } from '../access/scope.js';
import { AccessTokensRepository } from '../tokens/access-tokens.repository.js';
import { AccountNamesService } from '../users/account-names.service.js';
import { ALERT_BOT_USERNAME, GHOST_USERNAME, ROOT_USERNAME } from '../users/system-accounts.js';
import { UsersRepository } from '../users/users.repository.js';
import { KeyCheckService } from './key-check.service.js';

/** Secrets generated at the first start, to be printed once; those chosen by the operator are not included. */
export interface FirstStartOutcome {
  readonly password: string | undefined;
  readonly token: string | undefined;
}

const FIRST_START_LOCK = 7_310_002;
const SYSTEM_ACCOUNTS = [
  { username: GHOST_USERNAME, name: 'Ghost User' },
  { username: ALERT_BOT_USERNAME, name: 'Alert Bot' },
];

/** Creates the first administrator and the system accounts, once (contract: core §1.3). */
@Injectable()
export class FirstStartService {
  constructor(
    private readonly users: UsersRepository,
    private readonly names: AccountNamesService,
    private readonly tokens: AccessTokensRepository,
    private readonly passwords: Passwords,
    private readonly keyCheck: KeyCheckService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /**
   * Returns null when it was done before. Several processes may start at once. Throws InvalidSetting for a wrong key.
   */
  async run(): Promise<FirstStartOutcome | null> {
    const password = this.env.adminPassword ?? randomPassword();
    const token = this.env.adminToken ?? randomToken('slpat_');
    const isDone = await this.database.patiently(() => this.createOnce(password, token)); // waits for other processes
    return isDone
      ? null
      : {
          password: this.env.adminPassword ? undefined : password,
          token: this.env.adminToken ? undefined : token,
        };
  }

  /** Returns true when the accounts already existed. */
  private createOnce(password: string, token: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.lockByNumber(FIRST_START_LOCK);
      await this.keyCheck.run();
      if (await this.users.find(1)) {
        return true;
      }
      await this.createRoot(await this.passwords.digest(password), token);
      await this.createSystemAccounts();
      return false;
    });
  }

  private async createRoot(passwordDigest: string, token: string): Promise<void> {
    const id = await this.users.insert({
      username: ROOT_USERNAME,
      name: 'Administrator',
      email: 'admin@example.com',
      passwordDigest,
      isAdmin: true,
      confirmedAt: new Date().toISOString(),
    });
    await this.names.openNamespace(id, ROOT_USERNAME, 'Administrator');
    await this.tokens.insert({
      kind: 'personal',
      userId: id,
      name: 'bootstrap',
      scopes: [...SCOPES],
      digest: digestOf(token),
      createdBy: id,
    });
  }

  private async createSystemAccounts(): Promise<void> {
    for (const { username, name } of SYSTEM_ACCOUNTS) {
      await this.users.insert({
        kind: 'system',
        username,
        name,
        email: `${username}@noreply.invalid`,
        confirmedAt: new Date().toISOString(),
      });
    }
  }
}
