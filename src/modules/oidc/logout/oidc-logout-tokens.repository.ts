import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';

@Injectable()
export class OidcLogoutTokensRepository {
  constructor(private readonly database: Database) {}

  /** Returns false if the token had been used before. */
  async use(jti: string, livesSeconds: number): Promise<boolean> {
    await this.database.run(sql`delete from oidc_logout_tokens where expires_at < now()`);
    const count = await this.database.run(sql`
      insert into oidc_logout_tokens (digest, expires_at)
      values (${digestOf(jti)}, now() + ${livesSeconds} * interval '1 second')
      on conflict (digest) do nothing`);
    return count > 0;
  }
}
