import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { contains } from '../../../platform/database/like.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { bigint, nullable, select, text, texts } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { TagHistoryReason } from '../history/container-tag-history.entity.js';
import { ContainerManifestEntity } from '../manifests/container-manifest.entity.js';
import { ContainerTagEntity } from './container-tag.entity.js';
import { TAG_DETAILS_COLUMNS } from './tag.columns.js';
import type { TagDetails } from './tag.columns.js';

interface TagRecord {
  readonly repositoryId: number;
  readonly names: readonly string[];
  readonly digest: string;
  readonly reason: TagHistoryReason;
  readonly authorId: number | null;
  readonly authorName: string;
  readonly graceSeconds: number;
}

const NAME = columnsOf(ContainerTagEntity, 't', 'name');
/**
 * Names in one text, separated by spaces, which no name contains; a thousand rows with one name each take longer to
 * read than to find.
 */
const JOINED_NAMES = { names: nullable(text`string_agg(t.name, ' ' order by t.name)`) };
const TAG = {
  ...columnsOf(ContainerTagEntity, 't', 'name', 'manifestId'),
  ...columnsOf(ContainerManifestEntity, 'm', 'digest'),
};
export type TagRow = RowOf<typeof TAG>;

const firstNamesColumns = (limit: number) => ({
  repositoryId: bigint`c.id`,
  names: texts`array(select t.name from container_tags t where t.repository_id = c.id order by t.name limit ${limit})`,
});
type FirstNames = RowOf<ReturnType<typeof firstNamesColumns>>;

/** A list without ids, in byte order of names. */
const LIST = {
  type: 'ContainerTag',
  from: sql`container_tags t`,
  id: 'name',
  defaultSort: { by: 'id', direction: 'asc' },
  keyset: { allowed: false },
} as const;
const WITH_MANIFEST = sql`join container_manifests m on m.id = t.manifest_id`;
const TAGS = listOf({ ...LIST, columns: NAME });
const DETAILED_TAGS = listOf({ ...LIST, columns: TAG_DETAILS_COLUMNS, joins: { to: 't', sql: WITH_MANIFEST } });

@Injectable()
export class TagsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  find(repositoryId: number, name: string): Promise<TagRow | null> {
    return this.database.row(
      select(
        TAG,
        sql`from container_tags t ${WITH_MANIFEST} where t.repository_id = ${repositoryId} and t.name = ${name}`,
      ),
    );
  }

  details(repositoryId: number, name: string): Promise<TagDetails | null> {
    return this.database.row(
      select(
        TAG_DETAILS_COLUMNS,
        sql`from container_tags t ${WITH_MANIFEST} where t.repository_id = ${repositoryId} and t.name = ${name}`,
      ),
    );
  }

  page(repositoryId: number, request: ListRequest): Promise<Page<{ readonly name: string }>> {
    return this.lists.page(TAGS, [sql`t.repository_id = ${repositoryId}`], request);
  }

  pageOfDetails(repositoryId: number, request: ListRequest): Promise<Page<TagDetails>> {
    return this.lists.page(DETAILED_TAGS, [sql`t.repository_id = ${repositoryId}`], request);
  }

  /** Tags of each of many repositories. */
  ofRepositories(name: string | undefined): ChildLists<TagDetails> {
    const named = name === undefined || name === '' ? [] : [contains(sql`t.name`, name)];
    return this.windows.below(DETAILED_TAGS, [sql`t.repository_id = ${PARENT}`, ...named]);
  }

  /** The first names of several repositories, at most `limit` of each. */
  firstNames(repositoryIds: readonly number[], limit: number): Promise<FirstNames[]> {
    return this.database.rows(
      select(firstNamesColumns(limit), sql`from unnest(${[...repositoryIds]}::bigint[]) as c (id)`),
    );
  }

  /** Names after `last` in byte order, at most `limit` of them. */
  async names(repositoryId: number, last: string, limit: number | null): Promise<string[]> {
    const row = await this.database.row(
      select(
        JOINED_NAMES,
        sql`from (
          select t.name from container_tags t where t.repository_id = ${repositoryId} and t.name > ${last}
          order by t.name limit ${limit}) t`,
      ),
    );
    return row?.names?.split(' ') ?? [];
  }

  async namesOfManifest(manifestId: number): Promise<string[]> {
    const rows = await this.database.rows(
      select(NAME, sql`from container_tags t where t.manifest_id = ${manifestId} order by t.name`),
    );
    return rows.map(({ name }) => name);
  }

  /** Points the tag to the manifest; keeps its creation time and sets the time of the last push to now. */
  async save(repositoryId: number, name: string, manifestId: number): Promise<void> {
    await this.database.runWithNext(sql`
      insert into container_tags (repository_id, name, manifest_id) values (${repositoryId}, ${name}, ${manifestId})
      on conflict (repository_id, name) do update set manifest_id = excluded.manifest_id, updated_at = now()`);
  }

  async delete(repositoryId: number, name: string): Promise<void> {
    await this.database.repository(ContainerTagEntity).delete({ repositoryId, name });
  }

  /** Records where tags pointed, so that they can be restored (contract: registry §9.3). */
  async remember(record: TagRecord): Promise<void> {
    await this.database.runWithNext(sql`
      insert into container_tag_history (repository_id, name, digest, reason, author_id, author_name, restorable_until)
      select ${record.repositoryId}, name, ${record.digest}, ${record.reason}, ${record.authorId}, ${record.authorName},
             now() + ${record.graceSeconds} * interval '1 second'
      from unnest(${[...record.names]}::text[]) as name`);
  }
}
