import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';

/** What a mailed link is for. */
export type LinkPurpose = 'confirm' | 'reset';

@Injectable()
export class AccountLinksRepository {
  constructor(private readonly database: Database) {}

  /** The newest link of a purpose is the only one. */
  async replace(userId: number, purpose: LinkPurpose, token: string, livesSeconds: number): Promise<void> {
    await this.database.run(sql`
      delete from account_links where user_id = ${userId} and purpose = ${purpose} or expires_at < now()`);
    await this.database.run(sql`
      insert into account_links (digest, user_id, purpose, expires_at)
      values (${digestOf(token)}, ${userId}, ${purpose}, now() + ${livesSeconds} * interval '1 second')`);
  }

  /** Whose link it is, used up by this; null when it is unknown, used or too old. */
  async take(token: string, purpose: LinkPurpose): Promise<number | null> {
    const row = await this.database.row<{ userId: number }>(sql`
      delete from account_links where digest = ${digestOf(token)} and purpose = ${purpose} and expires_at > now()
      returning user_id as "userId"`);
    return row?.userId ?? null;
  }
}
