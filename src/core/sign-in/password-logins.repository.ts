import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { select } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT } from '../access/account.columns.js';
import { HAS_TWO_FACTOR } from '../users/user.columns.js';
import { UserEntity } from '../users/user.entity.js';

/** An account with the digest of its password. */
export interface PasswordLogin {
  readonly account: Account;
  readonly passwordDigest: string | null;
  readonly hasTwoFactor: boolean;
}

const COLUMNS = { ...ACCOUNT, ...columnsOf(UserEntity, 'u', 'passwordDigest'), hasTwoFactor: HAS_TWO_FACTOR };

@Injectable()
export class PasswordLoginsRepository {
  constructor(private readonly database: Database) {}

  /** Finds by user name or e-mail, ignoring case; only human users, since bots have no password. */
  async find(login: string): Promise<PasswordLogin | null> {
    const row = await this.database.row(
      select(
        COLUMNS,
        sql`from users u
          where (lower(u.username) = lower(${login}) or lower(u.email) = lower(${login})) and u.kind = 'human'
          order by lower(u.username) = lower(${login}) desc limit 1`,
      ),
    );
    return row && loginOf(row);
  }

  async findById(id: number): Promise<PasswordLogin | null> {
    const row = await this.database.row(select(COLUMNS, sql`from users u where u.id = ${id} and u.kind = 'human'`));
    return row && loginOf(row);
  }
}

function loginOf({ passwordDigest, hasTwoFactor, ...account }: RowOf<typeof COLUMNS>): PasswordLogin {
  return { account, passwordDigest, hasTwoFactor };
}
