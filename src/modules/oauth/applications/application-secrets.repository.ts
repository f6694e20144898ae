import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { ApplicationSecretEntity } from './application-secret.entity.js';

/** Digests of client secrets: one current, and old ones that are still valid (contract: oauth §12, §14.3). */
@Injectable()
export class ApplicationSecretsRepository {
  constructor(private readonly database: Database) {}

  async insert(applicationId: number, digest: Buffer): Promise<void> {
    await this.database.repository(ApplicationSecretEntity).insert({ applicationId, digest });
  }

  /** Lets the current secret expire in `keepSeconds`, and removes older ones at once. */
  async retire(applicationId: number, keepSeconds: number): Promise<void> {
    await this.database.run(
      sql`delete from oauth_application_secrets where application_id = ${applicationId} and expires_at is not null`,
    );
    await this.database.run(sql`
      update oauth_application_secrets set expires_at = now() + ${keepSeconds} * interval '1 second'
      where application_id = ${applicationId} and expires_at is null`);
  }

  async deleteAllOf(applicationId: number): Promise<void> {
    await this.database.repository(ApplicationSecretEntity).delete({ applicationId });
  }
}
