import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { bigint, boolean, nullable, select, text } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { toAccount } from '../access/caller.js';
import { ACCOUNT } from '../access/account.columns.js';
import { OauthAccessTokenEntity } from './oauth-access-token.entity.js';
import type { OauthTokenHolder } from './oauth-access-token.js';
import { scopesLeftOf } from './oauth-token.columns.js';
import { noteUser, USE_NOTE_DUE } from '../access/use-notes.sql.js';

const HOLDER_COLUMNS = {
  ...ACCOUNT,
  tokenId: bigint`t.id`,
  ...columnsOf(OauthAccessTokenEntity, 't', 'familyId', 'applicationId', 'createdAt', 'expiresAt', 'lastUsedAt'),
  applicationUid: nullable(text`a.uid`),
  scopes: scopesLeftOf(columnsOf(OauthAccessTokenEntity, 't', 'scopes').scopes),
  isExpired: boolean`t.expires_at <= now()`,
  isRevoked: boolean`t.revoked_at is not null or f.revoked_at is not null`,
};

@Injectable()
export class OauthAccessTokensRepository {
  constructor(private readonly database: Database) {}

  /** One statement over unique indexes; a revoked family takes effect with its commit (contract: oauth §12). */
  async findHolder(value: string): Promise<OauthTokenHolder | null> {
    const row = await this.database.lookup(
      select(
        HOLDER_COLUMNS,
        sql`from oauth_access_tokens t join oauth_families f on f.id = t.family_id join users u on u.id = t.user_id
          left join oauth_applications a on a.id = t.application_id
          where t.digest = ${digestOf(value)}`,
      ),
    );
    return row && holderOf(row);
  }

  async noteUse({ account, token }: OauthTokenHolder, address: string): Promise<void> {
    const noted = await this.database.run(sql`
      update oauth_access_tokens set last_used_at = now(), last_used_ip = ${address}
      where id = ${token.id} and ${USE_NOTE_DUE}`);
    if (noted > 0) {
      await this.database.run(noteUser(account.id));
    }
  }
}

/** Copied by name: spreading the rest of a row costs more than finding the row. */
const holderOf = (row: RowOf<typeof HOLDER_COLUMNS>): OauthTokenHolder => ({
  account: toAccount(row),
  token: {
    id: row.tokenId,
    familyId: row.familyId,
    applicationId: row.applicationId,
    applicationUid: row.applicationUid,
    scopes: row.scopes,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    isExpired: row.isExpired,
    isRevoked: row.isRevoked,
  },
});
