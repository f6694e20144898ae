import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../../platform/database/list-query.js';
import type { TagDetails } from './tag-details.js';

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

export interface FirstNames {
  readonly repositoryId: number;
  readonly names: readonly string[];
}

const DETAILS = sql`
  t.name, m.digest, m.config_digest as "configDigest", m.image_created_at as "imageCreatedAt",
  t.updated_at as "updatedAt", m.layer_size as "layerSize"`;

/** Rows without ids, in byte order of their names. */
const TAGS: ListDefinition<{ name: string }> = {
  type: 'ContainerTag',
  select: sql`t.name`,
  from: sql`container_tags t`,
  id: { sql: sql`t.name`, of: (row) => row.name, type: 'text' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
  keyset: { allowed: false },
};

const DETAILED_TAGS: ListDefinition<TagDetails> = {
  ...TAGS,
  select: DETAILS,
  joins: { to: 't', sql: sql`join container_manifests m on m.id = t.manifest_id` },
  id: { sql: sql`t.name`, of: (row) => row.name, type: 'text' },
};

@Injectable()
export class TagsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  find(repositoryId: number, name: string): Promise<TagRow | null> {
    return this.database.row<TagRow>(sql`
      select t.name, t.manifest_id as "manifestId", m.digest from container_tags t
      join container_manifests m on m.id = t.manifest_id
      where t.repository_id = ${repositoryId} and t.name = ${name}`);
  }

  details(repositoryId: number, name: string): Promise<TagDetails | null> {
    return this.database.row<TagDetails>(sql`
      select ${DETAILS}
      from container_tags t join container_manifests m on m.id = t.manifest_id
      where t.repository_id = ${repositoryId} and t.name = ${name}`);
  }

  page(repositoryId: number, request: ListRequest): Promise<Page<{ readonly name: string }>> {
    return this.lists.page(TAGS, [sql`t.repository_id = ${repositoryId}`], request);
  }

  pageOfDetails(repositoryId: number, request: ListRequest): Promise<Page<TagDetails>> {
    return this.lists.page(DETAILED_TAGS, [sql`t.repository_id = ${repositoryId}`], request);
  }

  /** The first names of several repositories, at most `limit` of each. */
  firstNames(repositoryIds: readonly number[], limit: number): Promise<FirstNames[]> {
    return this.database.rows<FirstNames>(sql`
      select c.id as "repositoryId", array(
        select t.name from container_tags t where t.repository_id = c.id order by t.name limit ${limit}) as names
      from unnest(${[...repositoryIds]}::bigint[]) as c (id)`);
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
