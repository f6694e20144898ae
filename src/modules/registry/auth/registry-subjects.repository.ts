import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Account } from '../../../core/access/caller.js';
import { ACCOUNT } from '../../../core/access/account.columns.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';

/** Accounts of registry subjects. */
@Injectable()
export class RegistrySubjectsRepository {
  constructor(private readonly database: Database) {}

  findAccount(id: number): Promise<Account | null> {
    return this.database.lookup(select(ACCOUNT, sql`from users u where u.id = ${id}`));
  }
}
