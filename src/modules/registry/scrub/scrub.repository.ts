import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import type { ScrubbedBlob } from './finding.js';

const COLUMNS = sql`b.id, b.digest, b.size, b.store_key as "storeKey"`;
const BLOBS_AT_ONCE = 500;

export interface BlobUsage {
  readonly blobId: number;
  /** Paths of the repositories that link it, in byte order. */
  readonly paths: readonly string[];
}

@Injectable()
export class ScrubRepository {
  constructor(private readonly database: Database) {}

  /** All stored blobs in the order they came, some at a time. */
  async *blobs(): AsyncGenerator<readonly ScrubbedBlob[]> {
    let last = 0;
    let page: readonly ScrubbedBlob[];
    do {
      page = await this.database.rows<ScrubbedBlob>(sql`
        select ${COLUMNS} from container_blobs b
        where b.id > ${last} and b.state = 'stored' order by b.id limit ${BLOBS_AT_ONCE}`);
      yield page;
      last = page.at(-1)?.id ?? last;
    } while (page.length === BLOBS_AT_ONCE);
  }

  /** Whether the blob is still stored under that key: the collector may have taken it while it was looked at. */
  async isStored({ id, storeKey }: ScrubbedBlob): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from container_blobs where id = ${id} and store_key = ${storeKey} and state = 'stored'`);
    return row !== null;
  }

  /** Lets the blob be read from another object from now on; false when it went, or was repaired by somebody else. */
  async replaceObject({ id, storeKey }: ScrubbedBlob, newKey: string): Promise<boolean> {
    const replaced = await this.database.run(sql`
      update container_blobs set store_key = ${newKey}
      where id = ${id} and store_key = ${storeKey} and state = 'stored'`);
    return replaced > 0;
  }

  /** Where these blobs are used; those that no repository links are left out. */
  usages(blobIds: readonly number[]): Promise<BlobUsage[]> {
    return this.database.rows<BlobUsage>(sql`
      select l.blob_id as "blobId",
        array_agg((lower(r.path) || case when c.name = '' then '' else '/' || c.name end) collate "C" order by 1) as paths
      from container_blob_links l
      join container_repositories c on c.id = l.repository_id join routes r on r.project_id = c.project_id
      where l.blob_id = any(${[...blobIds]}) group by l.blob_id`);
  }
}
