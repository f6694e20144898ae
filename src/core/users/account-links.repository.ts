import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { returning } from '../../platform/database/typed-sql.js';
import { AccountLinkEntity } from './account-link.entity.js';
import type { LinkPurpose } from './account-link.entity.js';

const USER_ID = columnsOf(AccountLinkEntity, 'l', 'userId');

@Injectable()
export class AccountLinksRepository {
  constructor(private readonly database: Database) {}

  /** Only the newest link of each purpose is valid. */
  async replace(userId: number, purpose: LinkPurpose, token: string, livesSeconds: number): Promise<void> {
    await this.database.run(sql`
      delete from account_links where user_id = ${userId} and purpose = ${purpose} or expires_at < now()`);
    await this.database.run(sql`
      insert into account_links (digest, user_id, purpose, expires_at)
      values (${digestOf(token)}, ${userId}, ${purpose}, now() + ${livesSeconds} * interval '1 second')`);
  }

  /** Invalidates links of these purposes. */
  async withdraw(userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
    await this.database.run(sql`
      delete from account_links where user_id = ${userId} and purpose = any(${[...purposes]}::text[])`);
  }

  /** Consumes the link and returns its user; null when it is unknown, used or expired. */
  async take(token: string, purpose: LinkPurpose): Promise<number | null> {
    const row = await this.database.row(
      returning(
        USER_ID,
        sql`
          delete from account_links l
          where l.digest = ${digestOf(token)} and l.purpose = ${purpose} and l.expires_at > now()`,
      ),
    );
    return row?.userId ?? null;
  }
}
