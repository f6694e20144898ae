import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Since when no tag holds a manifest, which collection counts from (contract: registry §7). */
@Injectable()
export class TaggedManifestsRepository {
  constructor(private readonly database: Database) {}

  async noteTagged(id: number): Promise<void> {
    await this.database.runWithNext(
      sql`update container_manifests set untagged_at = null where id = ${id} and untagged_at is not null`,
    );
  }

  /** If no tag holds it any more, the time until collection begins now. */
  async noteUntagged(id: number): Promise<void> {
    await this.database.runWithNext(sql`
      update container_manifests set untagged_at = now()
      where id = ${id} and untagged_at is null and not exists (select 1 from container_tags t where t.manifest_id = ${id})`);
  }
}
