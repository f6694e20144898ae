import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';

/** Manifests that these ones keep alive: those they list, and those that refer to them (contract: registry §7 Live). */
const heldBy = (repositoryId: number, name: Sql): Sql => sql`
  select x.id, x.digest from ${name} r cross join lateral (
    select c.id, c.digest from container_manifest_refs f
    join container_manifests c on c.repository_id = ${repositoryId} and c.digest = f.digest
    where f.manifest_id = r.id and f.role = 'child'
    union all
    select s.id, s.digest from container_manifests s
    where s.repository_id = ${repositoryId} and s.subject_digest = r.digest) x`;

const tagged = (repositoryId: number, condition: Sql): Sql => sql`
  select m.id, m.digest from container_tags t join container_manifests m on m.id = t.manifest_id
  left join deleted_names d on d.name = t.name
  where t.repository_id = ${repositoryId} and ${condition}`;

@Injectable()
export class ReclaimableRepository {
  constructor(private readonly database: Database) {}

  /**
   * Number of bytes that collection would free after these tags are deleted: manifests that no other tag reaches, and
   * blobs that only these use, in this repository or any other.
   */
  async bytesOf(repositoryId: number, names: readonly string[]): Promise<number> {
    const freed = sql`
      with recursive deleted_names (name) as (select * from unnest(${[...names]}::text[])),
      kept (id, digest) as (
        ${tagged(repositoryId, sql`d.name is null`)} union ${heldBy(repositoryId, sql`kept`)}),
      lost (id, digest) as (
        ${tagged(repositoryId, sql`d.name is not null`)} union ${heldBy(repositoryId, sql`lost`)}),
      gone as (select l.id from lost l where not exists (select 1 from kept k where k.id = l.id)),
      used as (
        select f.blob_id as id from gone g join container_manifest_refs f on f.manifest_id = g.id where f.blob_id is not null
        except
        select f.blob_id from kept k join container_manifest_refs f on f.manifest_id = k.id where f.blob_id is not null),
      freed as (
        select b.size from used u join container_blobs b on b.id = u.id
        where not exists (
          select 1 from container_blob_links o where o.blob_id = u.id and o.repository_id <> ${repositoryId})
        union all
        select m.size from gone g join container_manifests m on m.id = g.id)`;
    const row = await this.database.row(
      select({ bytes: bigint`coalesce(sum(size), 0)::bigint` }, sql`from freed`, freed),
    );
    return row?.bytes ?? 0;
  }
}
