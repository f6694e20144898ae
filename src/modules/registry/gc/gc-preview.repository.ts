import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import { isDead } from './dead-manifests.sql.js';
import { NOTHING_COLLECTED } from './gc-run.js';
import type { GcTotals } from './gc-run.js';

/** Totals of the `dead` manifests and the `gone` blobs, both defined by the query, and of idle uploads. */
const totalsOf = (uploadTtl: number) => ({
  manifests: bigint`(select count(*) from dead)`,
  blobs: bigint`(select count(*) from gone)`,
  bytes: bigint`
    (select coalesce(sum(size), 0)::bigint from (select size from gone union all select size from dead) c)`,
  uploads: bigint`(select count(*) from container_uploads
    where updated_at < now() - ${uploadTtl} * interval '1 second' and (writer is null or writer_until < now()))`,
});

@Injectable()
export class GcPreviewRepository {
  constructor(private readonly database: Database) {}

  /** What a collection with this cutoff would remove now, in a single statement without locks. */
  async totals(cutoff: string, uploadTtl: number): Promise<GcTotals> {
    const collected = sql`
      with dead as materialized (
        select m.id, m.repository_id, m.size from container_manifests m where m.untagged_at <= ${cutoff} and ${isDead(cutoff)}),
      losing as (
        select distinct f.repository_id, f.blob_id from dead d
        join container_manifest_refs f on f.manifest_id = d.id where f.blob_id is not null),
      unused as (
        select l.repository_id, l.blob_id from container_blob_links l
        where l.unused_since <= ${cutoff} and l.linked_at <= ${cutoff}
        union
        select l.repository_id, l.blob_id from losing o
        join container_blob_links l on l.repository_id = o.repository_id and l.blob_id = o.blob_id
        where l.linked_at <= ${cutoff} and not exists (
          select 1 from container_manifest_refs f
          where f.repository_id = o.repository_id and f.blob_id = o.blob_id and f.manifest_id not in (select id from dead))),
      gone as (
        select b.size from (select blob_id, count(*) as links from unused group by blob_id) u
        join container_blobs b on b.id = u.blob_id and b.state = 'stored'
        where u.links = (select count(*) from container_blob_links l where l.blob_id = u.blob_id)
        union all
        select b.size from container_blobs b
        where b.state = 'stored' and b.unlinked_at <= ${cutoff}
          and not exists (select 1 from container_blob_links l where l.blob_id = b.id)
        union all
        select size from container_blobs where state = 'deleting')`;
    return (await this.database.row(select(totalsOf(uploadTtl), empty, collected))) ?? NOTHING_COLLECTED;
  }
}
