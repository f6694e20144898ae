import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from '../manifests/container-manifest.entity.js';
import { ContainerTagEntity } from './container-tag.entity.js';
import type { TagAuthor } from './tag-author.js';
import { TAG_FACTS_COLUMNS } from './tag.columns.js';
import type { TagFacts } from './tag.columns.js';

const NAME = columnsOf(ContainerTagEntity, 't', 'name');
const SEEN = { ...NAME, ...columnsOf(ContainerManifestEntity, 'm', 'digest') };
const REMOVED = { ...SEEN, ...columnsOf(ContainerTagEntity, 't', 'manifestId') };

/** A tag as it was read; a change applies only while it still points to the same manifest. */
export type SeenTag = RowOf<typeof SEEN>;

interface TagRemoval {
  readonly repositoryId: number;
  readonly tags: readonly SeenTag[];
  readonly author: TagAuthor;
  /** Minimum time in seconds during which the tags can be restored. */
  readonly graceSeconds: number;
}

const FACTS_AT_ONCE = 2000;
const PAGE = raw(`limit ${FACTS_AT_ONCE}`);

/** Reads and removes many tags of one repository at once. */
@Injectable()
export class BulkTagsRepository {
  constructor(private readonly database: Database) {}

  /** Yields all tags in byte order of their names, in pages. */
  async *facts(repositoryId: number): AsyncGenerator<readonly TagFacts[]> {
    let last = '';
    let page: readonly TagFacts[];
    do {
      page = await this.database.rows(
        select(
          TAG_FACTS_COLUMNS,
          sql`from container_tags t join container_manifests m on m.id = t.manifest_id
            where t.repository_id = ${repositoryId} and t.name > ${last} order by t.name ${PAGE}`,
        ),
      );
      yield page;
      last = page.at(-1)?.name ?? '';
    } while (page.length === FACTS_AT_ONCE);
  }

  /**
   * Removes those of the tags that still point to the same manifest, records them for restoration, and starts the
   * collection time of manifests that lost their last tag. Returns the removed names. The caller holds a lock on the
   * repository.
   */
  async remove({ repositoryId, tags, author, graceSeconds }: TagRemoval): Promise<ReadonlySet<string>> {
    const [names, digests] = [tags.map(({ name }) => name), tags.map(({ digest }) => digest)];
    const removed = await this.database.rows(
      returning(
        REMOVED,
        sql`
          delete from container_tags t
          using unnest(${names}::text[], ${digests}::text[]) as seen (name, digest), container_manifests m
          where t.repository_id = ${repositoryId} and t.name = seen.name collate "C"
            and m.id = t.manifest_id and m.digest = seen.digest collate "C"`,
      ),
    );
    await this.remember(repositoryId, removed, author, graceSeconds);
    await this.database.run(sql`
      update container_manifests m set untagged_at = now()
      where m.id = any(${[...new Set(removed.map(({ manifestId }) => manifestId))]}) and m.untagged_at is null
        and not exists (select 1 from container_tags t where t.manifest_id = m.id)`);
    return new Set(removed.map(({ name }) => name));
  }

  /** Returns those of the names that exist as tags. */
  async present(repositoryId: number, names: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.rows(
      select(NAME, sql`from container_tags t where t.repository_id = ${repositoryId} and t.name = any(${[...names]})`),
    );
    return new Set(rows.map(({ name }) => name));
  }

  private async remember(
    repositoryId: number,
    tags: readonly SeenTag[],
    author: TagAuthor,
    graceSeconds: number,
  ): Promise<void> {
    await this.database.run(sql`
      insert into container_tag_history (repository_id, name, digest, reason, author_id, author_name, restorable_until)
      select ${repositoryId}, gone.name, gone.digest, 'deleted', ${author.id}, ${author.name},
             now() + ${graceSeconds} * interval '1 second'
      from unnest(${tags.map(({ name }) => name)}::text[], ${tags.map(({ digest }) => digest)}::text[]) as gone (name, digest)`);
  }
}
