import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { PresentedToken } from './presented-token.js';

const scopesOf = (granted: 't' | 'f') => sql`
  case when a.id is null then ${granted === 't' ? sql`t.scopes` : sql`f.scopes`}
       else array(select s from unnest(${granted === 't' ? sql`t.scopes` : sql`f.scopes`}) with ordinality as g (s, at)
                  where s = any(a.scopes) order by at) end as scopes`;

const COMMON = sql`
  f.id as "familyId", f.application_id as "applicationId", a.uid as "applicationUid", u.id as "userId", u.username,
  u.state = 'active' and u.confirmed_at is not null as "isUserActive"`;

const FAMILY = sql`
  join oauth_families f on f.id = t.family_id join users u on u.id = f.user_id
  left join oauth_applications a on a.id = f.application_id`;

/** Looks up both kinds of tokens, whatever the hint says (contract: oauth §6, §8). */
@Injectable()
export class PresentedTokensRepository {
  constructor(private readonly database: Database) {}

  find(value: string): Promise<PresentedToken | null> {
    const digest = digestOf(value);
    return this.database.row<PresentedToken>(sql`
      select 'access' as kind, ${COMMON}, ${scopesOf('t')}, t.created_at as "createdAt", t.expires_at as "expiresAt",
             t.expires_at <= now() or t.revoked_at is not null or f.revoked_at is not null as "isDead",
             false as "isConsumed"
      from oauth_access_tokens t ${FAMILY} where t.digest = ${digest}
      union all
      select 'refresh', ${COMMON}, ${scopesOf('f')}, t.created_at, null,
             t.consumed_at is not null or t.revoked_at is not null or f.revoked_at is not null,
             t.consumed_at is not null and t.revoked_at is null and f.revoked_at is null
      from oauth_refresh_tokens t ${FAMILY} where t.digest = ${digest}`);
  }
}
