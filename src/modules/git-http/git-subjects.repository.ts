import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Account } from '../../core/access/caller.js';
import { ACCOUNT_COLUMNS } from '../../core/users/user.columns.js';
import { Database } from '../../platform/database/database.js';

/** Those who speak git by account and password. */
@Injectable()
export class GitSubjectsRepository {
  constructor(private readonly database: Database) {}

  /** By user name or e-mail, without regard to case; people only. */
  async findLogin(login: string): Promise<{ account: Account; passwordDigest: string | null } | null> {
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
