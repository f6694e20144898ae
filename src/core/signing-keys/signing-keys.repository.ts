import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { JWS_ALGORITHM } from '../../platform/crypto/jws.js';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { boolean, select } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { SigningKeyEntity } from './signing-key.entity.js';

const COLUMNS = {
  ...columnsOf(SigningKeyEntity, 'k', 'kid', 'publicJwk', 'privateKey'),
  isCurrent: boolean`k.retired_at is null`,
};

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns the current key first, then the retired ones, newest first. */
  all(): Promise<RowOf<typeof COLUMNS>[]> {
    return this.database.rows(
      select(
        COLUMNS,
        sql`from signing_keys k where k.algorithm = ${JWS_ALGORITHM} order by k.retired_at desc nulls first`,
      ),
    );
  }

  /** When several processes start at once, the key of the first one is kept. */
  async insertIfNone(publicJwk: PublicJwk, privateKey: Buffer): Promise<void> {
    await this.database.run(sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_key)
      values (${publicJwk.kid}, ${JWS_ALGORITHM}, ${JSON.stringify(publicJwk)}::jsonb, ${privateKey})
      on conflict (algorithm) where retired_at is null do nothing`);
  }
}
