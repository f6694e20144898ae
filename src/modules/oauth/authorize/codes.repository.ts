import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';

/** An authorization code with what it is bound to (contract: oauth §4). */
export interface Code {
  readonly id: number;
  readonly familyId: number;
  readonly applicationId: number;
  readonly userId: number;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly scopes: readonly string[];
  readonly nonce: string | null;
  readonly authTime: string;
  readonly expiresAt: string;
  readonly isUsed: boolean;
  /** The user may still sign in, and nobody revoked the authorization. */
  readonly isLive: boolean;
}

@Injectable()
export class CodesRepository {
  constructor(private readonly database: Database) {}

  async insert(code: { value: string; familyId: number; nonce: string | null; seconds: number }): Promise<void> {
    await this.database.run(sql`
      insert into oauth_codes (digest, family_id, nonce, expires_at)
      values (${digestOf(code.value)}, ${code.familyId}, ${code.nonce}, now() + ${code.seconds} * interval '1 second')`);
  }

  /** Locks the row: exchanges of one code follow each other. */
  lock(value: string): Promise<Code | null> {
    return this.database.row<Code>(sql`
      select c.id, c.family_id as "familyId", f.application_id as "applicationId", f.user_id as "userId",
             f.redirect_uri as "redirectUri", f.code_challenge as "codeChallenge", f.scopes, c.nonce,
             f.auth_time as "authTime", c.expires_at as "expiresAt", c.used_at is not null as "isUsed",
             f.revoked_at is null and u.state = 'active' and u.confirmed_at is not null as "isLive"
      from oauth_codes c join oauth_families f on f.id = c.family_id join users u on u.id = f.user_id
      where c.digest = ${digestOf(value)} for update of c`);
  }

  async markUsed(id: number): Promise<void> {
    await this.database.run(sql`update oauth_codes set used_at = clock_timestamp() where id = ${id}`);
  }
}
