import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerBlobLinkEntity } from '../blobs/container-blob-link.entity.js';

const POSITION = {
  ...columnsOf(ContainerBlobLinkEntity, 'l', 'repositoryId', 'blobId'),
  unusedSince: timestamptz`l.unused_since`,
};

export type GarbageLink = RowOf<typeof POSITION>;

export const LINKS_AT_ONCE = 500;
const PAGE = raw(`limit ${LINKS_AT_ONCE}`);
export const FIRST_LINK: GarbageLink = { unusedSince: '-infinity', repositoryId: 0, blobId: 0 };

/** Links of blobs that no manifest of the repository uses, and that no client has requested recently. */
@Injectable()
export class GarbageLinksRepository {
  constructor(private readonly database: Database) {}

  /** A page of such links after a position, those unused for the longest time first. */
  page(cutoff: string, after: GarbageLink): Promise<GarbageLink[]> {
    return this.database.rows(
      select(
        POSITION,
        sql`from container_blob_links l
          where l.unused_since <= ${cutoff} and l.linked_at <= ${cutoff}
            and (l.unused_since, l.repository_id, l.blob_id)
              > (${after.unusedSince}::timestamptz, ${after.repositoryId}::bigint, ${after.blobId}::bigint)
          order by l.unused_since, l.repository_id, l.blob_id ${PAGE}`,
      ),
    );
  }

  /** Locks the repository against pushes, whatever its status; returns false if it is gone. */
  lockRepository(id: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from container_repositories where id = ${id} for no key update`);
  }
}
