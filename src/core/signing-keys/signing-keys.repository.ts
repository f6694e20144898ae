import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { JWS_ALGORITHM } from '../../platform/crypto/jws.js';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { Database } from '../../platform/database/database.js';

export interface StoredKey {
  readonly kid: string;
  readonly publicJwk: PublicJwk;
  /** Sealed. */
  readonly privateKey: Buffer;
  readonly isCurrent: boolean;
}

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** The current key first, then the retired ones, newest first. */
  all(): Promise<StoredKey[]> {
    return this.database.rows<StoredKey>(sql`
      select kid, public_jwk as "publicJwk", private_key as "privateKey", retired_at is null as "isCurrent"
      from signing_keys where algorithm = ${JWS_ALGORITHM} order by retired_at desc nulls first`);
  }

  /** Of several processes that start at once, the first one's key stays. */
  async insertIfNone(publicJwk: PublicJwk, privateKey: Buffer): Promise<void> {
    await this.database.run(sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_key)
      values (${publicJwk.kid}, ${JWS_ALGORITHM}, ${JSON.stringify(publicJwk)}::jsonb, ${privateKey})
      on conflict (algorithm) where retired_at is null do nothing`);
  }
}
