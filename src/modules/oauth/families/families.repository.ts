import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import type { NewFamily, RevokedReason } from './family.js';

@Injectable()
export class FamiliesRepository {
  constructor(private readonly database: Database) {}

  async insert(family: NewFamily): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into oauth_families (application_id, user_id, has_consent, redirect_uri, code_challenge, scopes, auth_time)
      values (${family.applicationId}, ${family.userId}, ${family.hasConsent}, ${family.redirectUri},
              ${family.codeChallenge}, ${[...family.scopes]}, ${family.authTime})
      returning id`);
    return row?.id ?? 0;
  }

  /** Ends every token of the family at once; false when it was revoked before (contract: oauth §12). */
  async revoke(id: number, reason: RevokedReason): Promise<boolean> {
    const changed = await this.database.run(sql`
      update oauth_families set revoked_at = now(), revoked_reason = ${reason} where id = ${id} and revoked_at is null`);
    return changed > 0;
  }

  /** Whether the user has consented to at least these scopes in an authorization that lives (contract: oauth §4). */
  async hasConsent(userId: number, applicationId: number, scopes: readonly string[]): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from oauth_families where user_id = ${userId} and application_id = ${applicationId}
        and has_consent and revoked_at is null and scopes @> ${[...scopes]}::text[] limit 1`);
    return row !== null;
  }
}
