import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, query, select, selectList, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from '../manifests/container-manifest.entity.js';
import { isDead } from './dead-manifests.sql.js';

const COLUMNS = {
  ...columnsOf(ContainerManifestEntity, 'm', 'id', 'repositoryId'),
  untaggedAt: timestamptz`m.untagged_at`,
};
const USED_BLOB = { id: bigint`f.blob_id` };

export type GarbageManifest = RowOf<typeof COLUMNS>;
/** Where the scan continues. */
type Position = Omit<GarbageManifest, 'repositoryId'>;

export const MANIFESTS_AT_ONCE = 500;
const PAGE = raw(`limit ${MANIFESTS_AT_ONCE}`);
export const FROM_THE_START: Position = { untaggedAt: '-infinity', id: 0 };

/** Manifests that nothing reaches any more. */
@Injectable()
export class GarbageManifestsRepository {
  constructor(private readonly database: Database) {}

  /**
   * A page of such manifests after a position, those waiting for the longest time first. They may be reached again by
   * now.
   */
  page(cutoff: string, after: Position): Promise<GarbageManifest[]> {
    return this.database.rows(
      select(
        COLUMNS,
        sql`from container_manifests m
          where m.untagged_at <= ${cutoff}
            and (m.untagged_at, m.id) > (${after.untaggedAt}::timestamptz, ${after.id}::bigint) and ${isDead(cutoff)}
          order by m.untagged_at, m.id ${PAGE}`,
      ),
    );
  }

  /**
   * Removes those of them that are still garbage. Blobs that only they used count as unused since `cutoff`, because by
   * then nothing reached them. The caller holds a lock on the repository, so that nothing is tagged or pushed there at
   * the same time.
   */
  async remove(
    repositoryId: number,
    ids: readonly number[],
    cutoff: string,
  ): Promise<{ readonly manifests: number; readonly bytes: number }> {
    const dead = await this.database.rows(
      select(
        columnsOf(ContainerManifestEntity, 'm', 'id', 'size'),
        sql`from container_manifests m
          where m.id = any(${[...ids]}) and m.repository_id = ${repositoryId} and m.untagged_at <= ${cutoff}
            and ${isDead(cutoff)}`,
      ),
    );
    const deadIds = dead.map(({ id }) => id);
    const used = await this.database.rows(
      query(
        USED_BLOB,
        sql`select distinct ${selectList(USED_BLOB)} from container_manifest_refs f
          where f.manifest_id = any(${deadIds}) and f.blob_id is not null`,
      ),
    );
    await this.database.run(sql`delete from container_manifests where id = any(${deadIds})`);
    await this.database.run(sql`
      update container_blob_links l set unused_since = ${cutoff}
      where l.repository_id = ${repositoryId} and l.blob_id = any(${used.map(({ id }) => id)}) and l.unused_since is null
        and not exists (
          select 1 from container_manifest_refs f where f.repository_id = l.repository_id and f.blob_id = l.blob_id)`);
    return { manifests: deadIds.length, bytes: dead.reduce((sum, { size }) => sum + size, 0) };
  }

  /** Deletes the history of tags that can no longer be restored (contract: registry §9.3). */
  async forgetLostTags(limit: number): Promise<number> {
    return this.database.run(sql`
      delete from container_tag_history where id in (
        select h.id from container_tag_history h
        where h.restorable_until < now() and not exists (
          select 1 from container_manifests m where m.repository_id = h.repository_id and m.digest = h.digest)
        order by h.restorable_until limit ${limit})`);
  }
}
