import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { PackageBlobEntity } from '../records/package-blob.entity.js';

const BLOB_ID = columnsOf(PackageBlobEntity, 'b', 'id');
const REMOVED = columnsOf(PackageBlobEntity, 'b', 'storeKey');

/** Removes packages and files that can no longer be restored, and content that no file uses. */
@Injectable()
export class GarbagePackagesRepository {
  constructor(private readonly database: Database) {}

  /** Removes the packages that were deleted at least this long ago, oldest first; returns their number. */
  removePackages(windowSeconds: number, limit: number): Promise<number> {
    return this.database.run(sql`
      delete from packages where id in (
        select k.id from packages k where k.deleted_at < now() - ${windowSeconds} * interval '1 second'
        order by k.deleted_at limit ${limit} for update skip locked)`);
  }

  /** Removes the files that were deleted at least this long ago, oldest first; returns their number. */
  removeFiles(windowSeconds: number, limit: number): Promise<number> {
    return this.database.run(sql`
      delete from package_files where id in (
        select f.id from package_files f where f.deleted_at < now() - ${windowSeconds} * interval '1 second'
        order by f.deleted_at limit ${limit} for update skip locked)`);
  }

  /**
   * Checks the blobs that lost a file, oldest first: removes the rows of those without another file, and returns the
   * keys of their objects; null when there was no blob to check. A publisher of the same bytes waits and inserts a new
   * row.
   */
  removeBlobs(limit: number): Promise<readonly string[] | null> {
    return this.database.transaction(async () => {
      const held = await this.database.rows(
        select(
          BLOB_ID,
          sql`from package_blobs b where b.unused_at is not null order by b.unused_at limit ${limit}
            for update skip locked`,
        ),
      );
      const ids = held.map(({ id }) => id);
      const removed = await this.database.rows(
        returning(
          REMOVED,
          sql`
            delete from package_blobs b
            where b.id = any(${ids}::bigint[]) and not exists (select 1 from package_files f where f.blob_id = b.id)`,
        ),
      );
      await this.database.run(sql`update package_blobs set unused_at = null where id = any(${ids}::bigint[])`);
      return ids.length === 0 ? null : removed.map(({ storeKey }) => storeKey);
    });
  }
}
