import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { conflict } from '../../../common/errors/catalogue.js';
import type { UserIdentity } from './user-identity.js';
import { UserIdentityEntity } from './user-identity.entity.js';

const USER_ID = columnsOf(UserIdentityEntity, 'i', 'userId');

@Injectable()
export class UserIdentitiesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the user of the identity; null when there is none. */
  async userOf({ provider, externUid }: UserIdentity): Promise<number | null> {
    const row = await this.database.row(
      select(USER_ID, sql`from user_identities i where i.provider = ${provider} and i.extern_uid = ${externUid}`),
    );
    return row?.userId ?? null;
  }

  /**
   * Inserts the identity, or updates the account's identity at this provider. Throws 409 when it belongs to another
   * user.
   */
  async put(userId: number, { provider, externUid }: UserIdentity): Promise<void> {
    try {
      await this.database.run(sql`
        insert into user_identities (user_id, provider, extern_uid) values (${userId}, ${provider}, ${externUid})
        on conflict (user_id, provider) do update set extern_uid = excluded.extern_uid`);
    } catch (error) {
      throw brokenConstraint(error) === 'uq_user_identities_extern_uid'
        ? conflict('The identity is linked to another user')
        : error;
    }
  }

  /**
   * Inserts the identity unless the account has one at this provider, or another account has this one; returns false
   * then.
   */
  async insert(userId: number, { provider, externUid }: UserIdentity): Promise<boolean> {
    const count = await this.database.run(sql`
      insert into user_identities (user_id, provider, extern_uid) values (${userId}, ${provider}, ${externUid})
      on conflict do nothing`);
    return count > 0;
  }

  async delete(userId: number, provider: string): Promise<boolean> {
    const count = await this.database.run(sql`
      delete from user_identities where user_id = ${userId} and provider = ${provider}`);
    return count > 0;
  }
}
