import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Account } from '../../../core/access/caller.js';
import { ACCOUNT_COLUMNS } from '../../../core/users/user.columns.js';
import { Database } from '../../../platform/database/database.js';

/** An account with what its password is checked against. */
export interface Login {
  readonly account: Account;
  readonly passwordDigest: string | null;
}

/** Accounts that deal with the registry. */
@Injectable()
export class RegistrySubjectsRepository {
  constructor(private readonly database: Database) {}

  findAccount(id: number): Promise<Account | null> {
    return this.database.row<Account>(sql`select ${ACCOUNT_COLUMNS} from users u where u.id = ${id}`);
  }

  /** By user name or e-mail, without regard to case; people only, bots have no password. */
  async findLogin(login: string): Promise<Login | null> {
    const row = await this.database.row<Account & { passwordDigest: string | null }>(sql`
      select ${ACCOUNT_COLUMNS}, u.password_digest as "passwordDigest" from users u
      where (lower(u.username) = lower(${login}) or lower(u.email) = lower(${login})) and u.kind = 'human' limit 1`);
    if (!row) {
      return null;
    }
    const { passwordDigest, ...account } = row;
    return { account, passwordDigest };
  }
}
