import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { OauthFamilyEntity } from './oauth-family.entity.js';
import type { RevokedReason } from './oauth-family.entity.js';

export type NewFamily = Readonly<Omit<OauthFamilyEntity, 'id' | 'createdAt' | 'revokedAt' | 'revokedReason'>>;

@Injectable()
export class FamiliesRepository {
  constructor(private readonly database: Database) {}

  insert(family: NewFamily): Promise<number> {
    return this.database.insert(OauthFamilyEntity, family);
  }

  /** Revokes all tokens of the family at once; false when it was already revoked (contract: oauth §12). */
  async revoke(id: number, reason: RevokedReason): Promise<boolean> {
    const changed = await this.database.run(sql`
      update oauth_families set revoked_at = now(), revoked_reason = ${reason} where id = ${id} and revoked_at is null`);
    return changed > 0;
  }

  /** Whether the user has consented to at least these scopes in a live authorization (contract: oauth §4). */
  hasConsent(userId: number, applicationId: number, scopes: readonly string[]): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from oauth_families where user_id = ${userId} and application_id = ${applicationId}
        and has_consent and revoked_at is null and scopes @> ${[...scopes]}::text[] limit 1`);
  }
}
