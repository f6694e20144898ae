import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, boolean, select, text, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { FAMILY_COLUMNS, IS_LIVE } from '../../../core/oauth-tokens/oauth-token.columns.js';
import { OauthCodeEntity } from './oauth-code.entity.js';

const COLUMNS = {
  ...columnsOf(OauthCodeEntity, 'c', 'id', 'familyId', 'nonce', 'expiresAt'),
  ...FAMILY_COLUMNS,
  // every family with codes has these columns
  applicationId: bigint`f.application_id`,
  redirectUri: text`f.redirect_uri`,
  authTime: timestamptz`f.auth_time`,
  isUsed: boolean`c.used_at is not null`,
  /** Uses the clock of the database, which also set the expiry. */
  isLive: boolean`${IS_LIVE.sql} and c.expires_at > now()`,
};

/** An authorization code with the facts that it is bound to (contract: oauth §4). */
export type Code = RowOf<typeof COLUMNS>;

@Injectable()
export class CodesRepository {
  constructor(private readonly database: Database) {}

  async insert(code: { value: string; familyId: number; nonce: string | null; seconds: number }): Promise<void> {
    await this.database.run(sql`
      insert into oauth_codes (digest, family_id, nonce, expires_at)
      values (${digestOf(code.value)}, ${code.familyId}, ${code.nonce}, now() + ${code.seconds} * interval '1 second')`);
  }

  /** Locks the row, so that exchanges of one code are serialised. */
  lock(value: string): Promise<Code | null> {
    return this.database.row(
      select(
        COLUMNS,
        sql`from oauth_codes c join oauth_families f on f.id = c.family_id join users u on u.id = f.user_id
          where c.digest = ${digestOf(value)} for update of c`,
      ),
    );
  }

  async markUsed(id: number): Promise<void> {
    await this.database.run(sql`update oauth_codes set used_at = clock_timestamp() where id = ${id}`);
  }
}
