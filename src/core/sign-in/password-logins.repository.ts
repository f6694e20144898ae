import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT_COLUMNS } from '../access/account.columns.js';

/** An account with what its password is checked against. */
export interface PasswordLogin {
  readonly account: Account;
  readonly passwordDigest: string | null;
  readonly hasTwoFactor: boolean;
}

type Row = Account & Omit<PasswordLogin, 'account'>;

const COLUMNS = sql`
  ${ACCOUNT_COLUMNS}, u.password_digest as "passwordDigest",
  exists (select 1 from two_factor f where f.user_id = u.id and f.confirmed_at is not null) as "hasTwoFactor"`;

@Injectable()
export class PasswordLoginsRepository {
  constructor(private readonly database: Database) {}

  /** By user name or e-mail, without regard to case; people only, bots have no password. */
  async find(login: string): Promise<PasswordLogin | null> {
    const row = await this.database.row<Row>(sql`
      select ${COLUMNS} from users u
      where (lower(u.username) = lower(${login}) or lower(u.email) = lower(${login})) and u.kind = 'human'
      order by lower(u.username) = lower(${login}) desc limit 1`);
    return row && loginOf(row);
  }

  async findById(id: number): Promise<PasswordLogin | null> {
    const row = await this.database.row<Row>(
      sql`select ${COLUMNS} from users u where u.id = ${id} and u.kind = 'human'`,
    );
    return row && loginOf(row);
  }
}

function loginOf({ passwordDigest, hasTwoFactor, ...account }: Row): PasswordLogin {
  return { account, passwordDigest, hasTwoFactor };
}
