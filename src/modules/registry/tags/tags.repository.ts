import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

export interface TagRow {
  readonly name: string;
  readonly manifestId: number;
  readonly digest: string;
}

export interface TagRecord {
  readonly repositoryId: number;
  readonly names: readonly string[];
  readonly digest: string;
  readonly reason: 'deleted' | 'overwritten';
  readonly authorId: number | null;
  readonly authorName: string;
  readonly graceSeconds: number;
}

@Injectable()
export class TagsRepository {
  constructor(private readonly database: Database) {}

  find(repositoryId: number, name: string): Promise<TagRow | null> {
    return this.database.row<TagRow>(sql`
      select t.name, t.manifest_id as "manifestId", m.digest from container_tags t
      join container_manifests m on m.id = t.manifest_id
      where t.repository_id = ${repositoryId} and t.name = ${name}`);
  }

  /** Names after `last` in byte order, at most `limit` of them. */
  async names(repositoryId: number, last: string, limit: number | null): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(sql`
      select name from container_tags where repository_id = ${repositoryId} and name > ${last} order by name limit ${limit}`);
    return rows.map(({ name }) => name);
  }

  async namesOfManifest(manifestId: number): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      sql`select name from container_tags where manifest_id = ${manifestId} order by name`,
    );
    return rows.map(({ name }) => name);
  }

  /** Points the tag at the manifest; its creation stays, the time of the last push is now. */
  async save(repositoryId: number, name: string, manifestId: number): Promise<void> {
    await this.database.run(sql`
      insert into container_tags (repository_id, name, manifest_id) values (${repositoryId}, ${name}, ${manifestId})
      on conflict (repository_id, name) do update set manifest_id = excluded.manifest_id, updated_at = now()`);
  }

  async delete(repositoryId: number, name: string): Promise<void> {
    await this.database.run(sql`delete from container_tags where repository_id = ${repositoryId} and name = ${name}`);
  }

  /** Remembers where tags pointed, so that they can be put back (contract: registry §9.3). */
  async remember(record: TagRecord): Promise<void> {
    await this.database.run(sql`
      insert into container_tag_history (repository_id, name, digest, reason, author_id, author_name, restorable_until)
      select ${record.repositoryId}, name, ${record.digest}, ${record.reason}, ${record.authorId}, ${record.authorName},
             now() + ${record.graceSeconds} * interval '1 second'
      from unnest(${[...record.names]}::text[]) as name`);
  }
}
