import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Records since when no tag holds a manifest, from which collection measures time (contract: registry §7). */
@Injectable()
export class TaggedManifestsRepository {
  constructor(private readonly database: Database) {}

  async noteTagged(id: number): Promise<void> {
    await this.database.runWithNext(
      sql`update container_manifests set untagged_at = null where id = ${id} and untagged_at is not null`,
    );
  }

  /** Starts the time until collection if no tag holds the manifest any more. */
  async noteUntagged(id: number): Promise<void> {
    await this.database.runWithNext(sql`
      update container_manifests set untagged_at = now()
      where id = ${id} and untagged_at is null and not exists (select 1 from container_tags t where t.manifest_id = ${id})`);
  }
}
