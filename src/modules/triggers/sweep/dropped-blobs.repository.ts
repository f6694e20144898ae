import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BlobOwners } from '../../../platform/blob/blob-owners.js';
import type { StoredKey } from '../../../platform/blob/blob-store.js';
import { Database } from '../../../platform/database/database.js';

/** Which stored objects logs and artifacts need, and which they needed until their rows went. */
@Injectable()
export class DroppedBlobs {
  constructor(
    owners: BlobOwners,
    private readonly database: Database,
  ) {
    owners.provide((objects) => this.needed(objects));
  }

  async next(limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ key: string }>(
      sql`select blob_key as key from ci_dropped_blobs order by dropped_at limit ${limit}`,
    );
    return rows.map(({ key }) => key);
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.database.run(sql`delete from ci_dropped_blobs where blob_key = any(${[...keys]}::text[])`);
  }

  private async needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>> {
    const keys = objects.map(({ key }) => key);
    const rows = await this.database.rows<{ key: string }>(sql`
      select o.key from unnest(${keys}::text[]) as o (key)
      where exists (select 1 from ci_job_logs l where l.blob_key = o.key)
        or exists (select 1 from ci_artifacts a where a.blob_key = o.key)`);
    return new Set(rows.map(({ key }) => key));
  }
}
