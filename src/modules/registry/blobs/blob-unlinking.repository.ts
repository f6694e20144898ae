import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import { ContainerBlobLinkEntity } from './container-blob-link.entity.js';

const LINKED = columnsOf(ContainerBlobLinkEntity, 'l', 'blobId');

/** Unlinks many blobs of a repository at once. The caller holds locks on the repository and on the project's usage. */
@Injectable()
export class BlobUnlinkingRepository {
  constructor(private readonly database: Database) {}

  /** Unlinks some blobs, even used ones; returns their number. */
  async unlinkSome(repositoryId: number, limit: number): Promise<number> {
    const rows = await this.database.rows(
      select(
        LINKED,
        sql`from container_blob_links l where l.repository_id = ${repositoryId} order by l.blob_id limit ${limit}`,
      ),
    );
    const ids = rows.map(({ blobId }) => blobId);
    await this.lockBlobs(ids);
    await this.database.run(sql`
      delete from container_blob_links where repository_id = ${repositoryId} and blob_id = any(${ids})`);
    await this.database.run(sql`update container_blobs set unlinked_at = now() where id = any(${ids})`);
    return ids.length;
  }

  /**
   * Unlinks those of the blobs that no manifest has used since `before`, and that no client has linked or requested
   * since. Returns their number.
   */
  async unlinkUnused(repositoryId: number, blobIds: readonly number[], before: string): Promise<number> {
    await this.lockBlobs(blobIds);
    const rows = await this.database.rows(
      returning(
        LINKED,
        sql`
          delete from container_blob_links l
          where l.repository_id = ${repositoryId} and l.blob_id = any(${[...blobIds]})
            and l.unused_since <= ${before} and l.linked_at <= ${before}
            and not exists (
              select 1 from container_manifest_refs f where f.repository_id = l.repository_id and f.blob_id = l.blob_id)`,
      ),
    );
    await this.database.run(sql`
      update container_blobs set unlinked_at = greatest(unlinked_at, ${before})
      where id = any(${rows.map(({ blobId }) => blobId)})`);
    return rows.length;
  }

  /** Locks blobs before their links, in id order, because pushes of the same content lock them in the same way. */
  private async lockBlobs(ids: readonly number[]): Promise<void> {
    await this.database.run(sql`
      select 1 from container_blobs where id = any(${[...ids]}) order by id for no key update`);
  }
}
