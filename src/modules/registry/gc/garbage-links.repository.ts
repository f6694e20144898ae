import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

interface Position {
  readonly unusedSince: string;
  readonly repositoryId: number;
  readonly blobId: number;
}

export type GarbageLink = Position;

export const LINKS_AT_ONCE = 500;
const PAGE = raw(`limit ${LINKS_AT_ONCE}`);
export const FIRST_LINK: Position = { unusedSince: '-infinity', repositoryId: 0, blobId: 0 };

/** Links of blobs that no manifest of the repository uses, and that nobody asked for lately. */
@Injectable()
export class GarbageLinksRepository {
  constructor(private readonly database: Database) {}

  /** Some of them after a position, those first that have been unused longest. */
  page(cutoff: string, after: Position): Promise<GarbageLink[]> {
    return this.database.rows<GarbageLink>(sql`
      select l.repository_id as "repositoryId", l.blob_id as "blobId", l.unused_since as "unusedSince"
      from container_blob_links l
      where l.unused_since <= ${cutoff} and l.linked_at <= ${cutoff}
        and (l.unused_since, l.repository_id, l.blob_id)
          > (${after.unusedSince}::timestamptz, ${after.repositoryId}::bigint, ${after.blobId}::bigint)
      order by l.unused_since, l.repository_id, l.blob_id ${PAGE}`);
  }

  /** Holds the repository against pushes, whatever its status; null when it is gone. */
  async lockRepository(id: number): Promise<{ readonly projectId: number } | null> {
    return this.database.row<{ projectId: number }>(sql`
      select project_id as "projectId" from container_repositories where id = ${id} for no key update`);
  }
}
