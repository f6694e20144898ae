import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { query, selectList } from '../../platform/database/typed-sql.js';
import { PRESENTED_ACCESS_TOKEN, PRESENTED_REFRESH_TOKEN } from './presented-token.columns.js';
import type { PresentedToken } from './presented-token.columns.js';

const FAMILY = sql`
  join oauth_families f on f.id = t.family_id join users u on u.id = f.user_id
  left join oauth_applications a on a.id = f.application_id`;

/** Looks up both kinds of tokens, whatever the hint is (contract: oauth §6, §8). */
@Injectable()
export class PresentedTokensRepository {
  constructor(private readonly database: Database) {}

  find(value: string): Promise<PresentedToken | null> {
    const digest = digestOf(value);
    return this.database.row(
      query(
        PRESENTED_ACCESS_TOKEN,
        sql`
          select ${selectList(PRESENTED_ACCESS_TOKEN)} from oauth_access_tokens t ${FAMILY} where t.digest = ${digest}
          union all
          select ${selectList(PRESENTED_REFRESH_TOKEN)} from oauth_refresh_tokens t ${FAMILY} where t.digest = ${digest}`,
      ),
    );
  }
}
