import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BlobOwner } from '../../../platform/blob/blob-owner.js';
import type { StoredKey } from '../../../platform/blob/blob-store.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';
import { DroppedBlobEntity } from './dropped-blob.entity.js';

/** Time in which a reader that started before the rows were deleted may still open the next part. */
const READ_SECONDS = 60;

/** Whether no request reads the dropped blob `d` any more. */
const IS_UNREAD = sql`d.dropped_at < now() - ${READ_SECONDS} * interval '1 second'`;

/** Whether there is a blob to delete. */
export const IS_ANY_BLOB_DROPPED = sql`exists (select 1 from ci_dropped_blobs d where ${IS_UNREAD})`;

/** Determines which stored objects logs and artifacts need, and which they needed until their rows were deleted. */
@Injectable()
@Contributes(BlobOwner)
export class DroppedBlobsRepository extends BlobOwner {
  constructor(private readonly database: Database) {
    super();
  }

  /** Keys of blobs that no request reads any more. */
  async next(limit: number): Promise<string[]> {
    const rows = await this.database.rows(
      select(
        columnsOf(DroppedBlobEntity, 'd', 'blobKey'),
        sql`from ci_dropped_blobs d where ${IS_UNREAD} order by d.dropped_at limit ${limit}`,
      ),
    );
    return rows.map(({ blobKey }) => blobKey);
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.database.run(sql`delete from ci_dropped_blobs where blob_key = any(${[...keys]}::text[])`);
  }

  override async needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>> {
    const keys = objects.map(({ key }) => key);
    const rows = await this.database.rows(
      select(
        { key: text`o.key` },
        sql`from unnest(${keys}::text[]) as o (key)
          where exists (select 1 from ci_job_logs l where l.blob_key = o.key)
            or exists (select 1 from ci_artifacts a where a.blob_key = o.key)`,
      ),
    );
    return new Set(rows.map(({ key }) => key));
  }
}
