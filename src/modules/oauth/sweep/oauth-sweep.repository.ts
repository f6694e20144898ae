import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Deletes what ended long ago (contract: oauth §12). Each statement is safe to repeat. */
@Injectable()
export class OauthSweepRepository {
  constructor(private readonly database: Database) {}

  async sweep(): Promise<void> {
    await this.database.run(sql`delete from oauth_codes where expires_at < now() - interval '1 day'`);
    await this.database.run(sql`delete from oauth_device_requests where expires_at < now() - interval '1 day'`);
    await this.database.run(sql`
      delete from oauth_access_tokens where least(expires_at, revoked_at) < now() - interval '30 days'`);
    await this.database.run(sql`
      delete from oauth_refresh_tokens where least(consumed_at, revoked_at) < now() - interval '30 days'`);
    await this.database.run(sql`
      update oauth_refresh_tokens set replay_key = null, replay_answer = null
      where consumed_at < now() - interval '1 hour' and replay_key is not null`);
    await this.database.run(sql`
      delete from oauth_application_secrets where expires_at < now()`);
    await this.sweepFamilies();
  }

  /** Deletes families that were revoked 30 days ago, and those without any codes or tokens. */
  private async sweepFamilies(): Promise<void> {
    await this.database.run(sql`delete from oauth_families where revoked_at < now() - interval '30 days'`);
    await this.database.run(sql`
      delete from oauth_families f where f.created_at < now() - interval '2 days'
        and not exists (select 1 from oauth_codes c where c.family_id = f.id)
        and not exists (select 1 from oauth_refresh_tokens r where r.family_id = f.id)
        and not exists (select 1 from oauth_access_tokens t where t.family_id = f.id)`);
  }
}
