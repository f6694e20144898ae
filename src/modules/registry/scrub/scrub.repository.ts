import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select, texts } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerBlobEntity } from '../blobs/container-blob.entity.js';
import { IMAGE_PATH } from '../repositories/container-repository.columns.js';

const COLUMNS = columnsOf(ContainerBlobEntity, 'b', 'id', 'digest', 'size', 'storeKey');
const USAGE = {
  blobId: bigint`l.blob_id`,
  /** Paths of the repositories that link it. */
  paths: texts`array_agg(${IMAGE_PATH.sql})`,
};
const BLOBS_AT_ONCE = 500;

/** A blob whose bytes are stored according to its row. */
export type ScrubbedBlob = RowOf<typeof COLUMNS>;

@Injectable()
export class ScrubRepository {
  constructor(private readonly database: Database) {}

  /** Yields the stored blobs in batches, in the order of their creation. */
  async *blobs(): AsyncGenerator<readonly ScrubbedBlob[]> {
    let last = 0;
    let page: readonly ScrubbedBlob[];
    do {
      page = await this.database.rows(
        select(
          COLUMNS,
          sql`from container_blobs b where b.id > ${last} and b.state = 'stored' order by b.id limit ${BLOBS_AT_ONCE}`,
        ),
      );
      yield page;
      last = page.at(-1)?.id ?? last;
    } while (page.length === BLOBS_AT_ONCE);
  }

  /** Whether the blob is still stored under that key; the collector may have removed it during the check. */
  isStored({ id, storeKey }: ScrubbedBlob): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from container_blobs where id = ${id} and store_key = ${storeKey} and state = 'stored'`);
  }

  /** Points the blob to another object; returns false if it is gone, or another process repaired it. */
  async replaceObject({ id, storeKey }: ScrubbedBlob, newKey: string): Promise<boolean> {
    const replaced = await this.database.run(sql`
      update container_blobs set store_key = ${newKey}
      where id = ${id} and store_key = ${storeKey} and state = 'stored'`);
    return replaced > 0;
  }

  /** Repositories that use these blobs; blobs without a link are left out. */
  usages(blobIds: readonly number[]): Promise<RowOf<typeof USAGE>[]> {
    return this.database.rows(
      select(
        USAGE,
        sql`from container_blob_links l
          join container_repositories c on c.id = l.repository_id join routes r on r.project_id = c.project_id
          where l.blob_id = any(${[...blobIds]}) group by l.blob_id`,
      ),
    );
  }
}
