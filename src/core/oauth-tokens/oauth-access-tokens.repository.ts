import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { accountOf } from '../access/caller.js';
import type { Account } from '../access/caller.js';
import { ACCOUNT_COLUMNS } from '../access/account.columns.js';
import type { OauthAccessToken, OauthTokenHolder } from './oauth-access-token.js';

type HolderRow = Account & Omit<OauthAccessToken, 'id'> & { readonly tokenId: number };

@Injectable()
export class OauthAccessTokensRepository {
  constructor(private readonly database: Database) {}

  /** One statement over unique indexes; a revoked family counts from its commit on (contract: oauth §12). */
  async findHolder(value: string): Promise<OauthTokenHolder | null> {
    const row = await this.database.row<HolderRow>(sql`
      select ${ACCOUNT_COLUMNS}, t.id as "tokenId", t.family_id as "familyId", t.application_id as "applicationId",
             a.uid as "applicationUid", t.created_at as "createdAt", t.expires_at as "expiresAt",
             t.last_used_at as "lastUsedAt", t.expires_at <= now() as "isExpired",
             t.revoked_at is not null or f.revoked_at is not null as "isRevoked",
             case when a.id is null then t.scopes
                  else array(select s from unnest(t.scopes) with ordinality as granted (s, at)
                             where s = any(a.scopes) order by at) end as scopes
      from oauth_access_tokens t join oauth_families f on f.id = t.family_id join users u on u.id = t.user_id
      left join oauth_applications a on a.id = t.application_id
      where t.digest = ${digestOf(value)}`);
    return row && holderOf(row);
  }

  async noteUse(id: number, address: string): Promise<void> {
    await this.database.run(sql`
      update oauth_access_tokens set last_used_at = now(), last_used_ip = ${address}
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '10 minutes')`);
  }
}

/** By name: taking the rest of a row costs more than finding the row. */
const holderOf = (row: HolderRow): OauthTokenHolder => ({
  account: accountOf(row),
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
