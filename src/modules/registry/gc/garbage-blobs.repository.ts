import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerBlobEntity } from '../blobs/container-blob.entity.js';

const ID = columnsOf(ContainerBlobEntity, 'b', 'id');
const POSITION = { ...ID, unlinkedAt: timestamptz`b.unlinked_at` };
const REMOVED = columnsOf(ContainerBlobEntity, 'b', 'storeKey', 'size');

type Position = RowOf<typeof POSITION>;
export type RemovedBlob = RowOf<typeof REMOVED>;

export const BLOBS_AT_ONCE = 200;
const PAGE = raw(`limit ${BLOBS_AT_ONCE}`);
export const FIRST_BLOB: Position = { unlinkedAt: '-infinity', id: 0 };
/** Number of blobs per statement in the scan over all blobs. */
const STRIDE = 20_000;
const IS_LINKED = raw('exists (select 1 from container_blob_links l where l.blob_id = b.id)');

/** Blobs that no repository uses any more. Code that changes one locks its row (contract: registry §7 step 4). */
@Injectable()
export class GarbageBlobsRepository {
  constructor(private readonly database: Database) {}

  /** A page of such blobs after a position in their order. They may have been linked again since. */
  page(cutoff: string, after: Position): Promise<Position[]> {
    return this.database.rows(
      select(
        POSITION,
        sql`from container_blobs b
          where b.state = 'stored' and b.unlinked_at <= ${cutoff} and not ${IS_LINKED}
            and (b.unlinked_at, b.id) > (${after.unlinkedAt}::timestamptz, ${after.id}::bigint)
          order by b.unlinked_at, b.id ${PAGE}`,
      ),
    );
  }

  /**
   * Marks those that still have no link, in the caller's transaction. Rows locked by a push are skipped; links are
   * checked after the lock is taken, so that pushes committed before it are seen.
   */
  async mark(ids: readonly number[], cutoff: string): Promise<number[]> {
    const held = await this.database.rows(
      select(
        ID,
        sql`from container_blobs b where b.id = any(${[...ids]}) and b.state = 'stored'
          order by b.id for update skip locked`,
      ),
    );
    const marked = await this.database.rows(
      returning(
        ID,
        sql`
          update container_blobs b set state = 'deleting'
          where b.id = any(${held.map(({ id }) => id)}) and b.unlinked_at <= ${cutoff} and not ${IS_LINKED}`,
      ),
    );
    return marked.map(({ id }) => id);
  }

  /** Some of the blobs that a process marked but did not remove before it died. */
  async marked(): Promise<number[]> {
    const rows = await this.database.rows(
      select(ID, sql`from container_blobs b where b.state = 'deleting' order by b.id ${PAGE}`),
    );
    return rows.map(({ id }) => id);
  }

  /** Removes marked rows; from then on no row refers to their objects. */
  remove(ids: readonly number[]): Promise<RemovedBlob[]> {
    return this.database.rows(
      returning(REMOVED, sql`delete from container_blobs b where b.id = any(${[...ids]}) and b.state = 'deleting'`),
    );
  }

  /** Blobs without a link whose `unlinked_at` is not set, because their links were removed with a deleted project. */
  unnoted(after: number): Promise<{ readonly id: number }[]> {
    return this.database.rows(
      select(
        ID,
        sql`from container_blobs b
          where b.id > ${after} and b.id <= ${after + STRIDE} and b.state = 'stored' and b.unlinked_at is null
            and not ${IS_LINKED}`,
      ),
    );
  }

  /** Position where the scan over all blobs continues; null at its end. */
  async next(after: number): Promise<number | null> {
    const row = await this.database.row(
      select(ID, sql`from container_blobs b where b.id > ${after + STRIDE} order by b.id limit 1`),
    );
    return row && row.id - 1;
  }

  /** Some of the blobs that lost a link but still have another one. */
  stillLinked(): Promise<{ readonly id: number }[]> {
    return this.database.rows(
      select(
        ID,
        sql`from container_blobs b where b.state = 'stored' and b.unlinked_at is not null and ${IS_LINKED}
          order by b.unlinked_at, b.id ${PAGE}`,
      ),
    );
  }

  /** Records for each of them whether it has a link; for those without one, time is measured from now. */
  async note(ids: readonly number[]): Promise<void> {
    await this.database.run(sql`
      select 1 from container_blobs where id = any(${[...ids]}) order by id for no key update`);
    await this.database.run(sql`
      update container_blobs b
      set unlinked_at = case when not ${IS_LINKED} then coalesce(b.unlinked_at, now()) end
      where b.id = any(${[...ids]}) and b.state = 'stored'`);
  }
}
