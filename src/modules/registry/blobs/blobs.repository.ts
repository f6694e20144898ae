import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, double, returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerBlobEntity } from './container-blob.entity.js';

const CONTENT = columnsOf(ContainerBlobEntity, 'b', 'digest', 'size', 'storeKey');
const LINKED = {
  blobId: bigint`b.id`,
  ...CONTENT,
  /** Seconds since it was linked or last requested. */
  secondsLinked: double`extract(epoch from now() - l.linked_at)::float8`,
};
const ID = columnsOf(ContainerBlobEntity, 'b', 'id');

/** A blob that may be used in a repository because it is linked there. */
export type LinkedBlob = RowOf<typeof LINKED>;
export type StoredContent = RowOf<typeof CONTENT>;

const ATTEMPTS = 5;

@Injectable()
export class BlobsRepository {
  constructor(private readonly database: Database) {}

  findLinked(repositoryId: number, digest: string): Promise<LinkedBlob | null> {
    return this.database.lookup(
      select(
        LINKED,
        sql`from container_blobs b
          join container_blob_links l on l.blob_id = b.id and l.repository_id = ${repositoryId}
          where b.digest = ${digest} and b.state = 'stored'`,
      ),
    );
  }

  /** A blob that a live repository of the project has. */
  findInProject(projectId: number, digest: string): Promise<LinkedBlob | null> {
    return this.database.lookup(
      select(
        LINKED,
        sql`from container_blobs b join container_blob_links l on l.blob_id = b.id
          join container_repositories c on c.id = l.repository_id and c.project_id = ${projectId} and c.status is null
          where b.digest = ${digest} and b.state = 'stored' limit 1`,
      ),
    );
  }

  /** The blobs among these digests that are linked in the repository, locked against being unlinked. */
  lockLinked(repositoryId: number, digests: readonly string[]): Promise<LinkedBlob[]> {
    return this.database.rows(
      select(
        LINKED,
        sql`from container_blobs b
          join container_blob_links l on l.blob_id = b.id and l.repository_id = ${repositoryId}
          where b.digest = any(${[...digests]}) and b.state = 'stored' order by b.id for share of l`,
      ),
    );
  }

  /**
   * Returns the row of this content, locked against collection; inserts one with `storeKey` if there is none. `isNew`
   * is whether the object under that key is needed.
   */
  async lockOrInsert(content: StoredContent): Promise<{ readonly blobId: number; readonly isNew: boolean }> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const created = await this.insert(content);
      if (created !== null) {
        return { blobId: created, isNew: true };
      }
      const held = await this.lockStored(content.digest);
      if (held !== null) {
        return { blobId: held, isNew: false };
      }
    }
    throw new Error('The blob was stored and collected again and again meanwhile.');
  }

  /**
   * Locks a stored blob against collection; null if it is being collected and therefore counts as absent (contract:
   * registry §7).
   */
  async lockStored(digest: string): Promise<number | null> {
    const row = await this.database.row(
      select(ID, sql`from container_blobs b where b.digest = ${digest} and b.state = 'stored' for share`),
    );
    return row?.id ?? null;
  }

  /** Makes the blob readable in the repository; an existing link is treated as created now. */
  async link(repositoryId: number, blobId: number): Promise<void> {
    await this.database.runWithNext(sql`
      insert into container_blob_links as l (repository_id, blob_id) values (${repositoryId}, ${blobId})
      on conflict (repository_id, blob_id) do update
        set linked_at = now(), unused_since = case when l.unused_since is not null then now() end`);
  }

  /** Records that a client was told about the blob, so that it is kept long enough to be used. */
  async noteInterest(repositoryId: number, blobId: number): Promise<void> {
    await this.database.run(sql`
      update container_blob_links set linked_at = now() where repository_id = ${repositoryId} and blob_id = ${blobId}`);
  }

  async noteUse(repositoryId: number, blobIds: readonly number[]): Promise<void> {
    await this.database.runWithNext(sql`
      update container_blob_links set unused_since = null
      where repository_id = ${repositoryId} and blob_id = any(${[...blobIds]}) and unused_since is not null`);
  }

  /** Marks those of these blobs that no manifest of the repository uses as unused from now on. */
  async noteDisuse(repositoryId: number, blobIds: readonly number[]): Promise<void> {
    await this.database.run(sql`
      update container_blob_links l set unused_since = now()
      where l.repository_id = ${repositoryId} and l.blob_id = any(${[...blobIds]}) and l.unused_since is null
        and not exists (select 1 from container_manifest_refs f where f.repository_id = l.repository_id and f.blob_id = l.blob_id)`);
  }

  isReferenced(repositoryId: number, blobId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from container_manifest_refs where repository_id = ${repositoryId} and blob_id = ${blobId} limit 1`);
  }

  /** False if it was not linked. The collector measures time from the moment the blob lost a link. */
  async unlink(repositoryId: number, blobId: number): Promise<boolean> {
    // lock the blob before its link, in the same order as pushes do
    await this.database.run(sql`select 1 from container_blobs where id = ${blobId} for no key update`);
    const removed = await this.database.run(
      sql`delete from container_blob_links where repository_id = ${repositoryId} and blob_id = ${blobId}`,
    );
    if (removed > 0) {
      await this.database.run(sql`update container_blobs set unlinked_at = now() where id = ${blobId}`);
    }
    return removed > 0;
  }

  private async insert({ digest, size, storeKey }: StoredContent): Promise<number | null> {
    const row = await this.database.row(
      returning(
        ID,
        sql`
          insert into container_blobs as b (digest, size, store_key) values (${digest}, ${size}, ${storeKey})
          on conflict (digest) where state = 'stored' do nothing`,
      ),
    );
    return row?.id ?? null;
  }
}
