import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import { namespacesWithin, projectsWithin } from '../../../core/access/levels.sql.js';
import { counterOf } from '../../../platform/counters/counter-of.js';
import { countersOf } from '../../../platform/counters/counters-of.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import type { IdSet } from '../../../platform/database/id-set.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { contains } from '../../../platform/database/like.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { bigint, nullable, select, timestamptz } from '../../../platform/database/typed-sql.js';
import { PROJECT_COLUMNS } from './container-repository.columns.js';
import { ContainerRepositoryEntity } from './container-repository.entity.js';
import type { RepositoryRecord } from './repository-record.js';

const COLUMNS = {
  ...columnsOf(
    ContainerRepositoryEntity,
    'c',
    'id',
    'name',
    'projectId',
    'updatedAt',
    'cleanupPolicyStartedAt',
    'status',
  ),
  ...PROJECT_COLUMNS,
  createdAt: timestamptz`c.first_manifest_at`,
  tagsCount: nullable(bigint`null::bigint`),
};
const COUNTED_COLUMNS: typeof COLUMNS = {
  ...COLUMNS,
  tagsCount: counterOf('container_tags', sql`c.id`),
};

const JOINS = sql`
  join projects p on p.id = c.project_id
  join namespaces n on n.id = p.namespace_id
  join routes r on r.project_id = p.id`;

const LIST = {
  type: 'ContainerRepository',
  from: sql`container_repositories c`,
  joins: { to: 'c', sql: JOINS },
  defaultSort: { by: 'id', direction: 'asc' },
} as const;
const REPOSITORIES = listOf({ ...LIST, columns: COLUMNS });
const SORTED_REPOSITORIES = listOf({
  ...LIST,
  columns: COLUMNS,
  sorts: {
    name: 'name',
    created_at: { sql: sql`c.first_manifest_at`, type: 'timestamptz', of: ({ createdAt }) => createdAt },
    updated_at: 'updatedAt',
  },
});
const COUNTED_REPOSITORIES = listOf({ ...LIST, columns: COUNTED_COLUMNS });

/** A repository that only has uploads or failed pushes is not visible (contract: registry §3.2). */
const VISIBLE = sql`c.first_manifest_at is not null`;

/** Repositories of projects in and below the group, except those whose registry is disabled. */
const openWithin = (groupId: number): IdSet => ({
  ids: sql`
    select c.id from (${projectsWithin(groupId, true).ids}) within
      cross join lateral (
        select p.id from projects p
        where p.id = within.id and p.container_registry_access_level <> 'disabled' offset 0) p
      cross join lateral (select c.id from container_repositories c where c.project_id = p.id and ${VISIBLE} offset 0) c`,
  condition: sql`(
    select not p.pending_delete and p.container_registry_access_level <> 'disabled'
      and ${groupId} = any(holder.traversal_ids)
    from projects p join namespaces holder on holder.id = p.namespace_id where p.id = c.project_id)`,
  includes: [VISIBLE],
});

/** Like {@link openWithin}, but below each of many groups. */
const openBelow = sql`c.project_id in (
  select p.id from projects p where p.namespace_id in (${namespacesWithin(PARENT)}) and not p.pending_delete
    and p.container_registry_access_level <> 'disabled')`;

/** Size of the repository `wanted`. */
const SIZE = sql`
  with recursive reached (id, digest) as (
    select m.id, m.digest from container_tags t join container_manifests m on m.id = t.manifest_id
    where t.repository_id = wanted.id
    union
    select x.id, x.digest from reached r cross join lateral (
      select c.id, c.digest from container_manifest_refs f
      join container_manifests c on c.repository_id = wanted.id and c.digest = f.digest
      where f.manifest_id = r.id and f.role = 'child'
      union all
      select s.id, s.digest from container_manifests s
      where s.repository_id = wanted.id and s.subject_digest = r.digest) x),
  content (digest, size) as (
    select m.digest, m.size::bigint from reached r join container_manifests m on m.id = r.id
    union
    select b.digest, b.size from reached r join container_manifest_refs f on f.manifest_id = r.id
    join container_blobs b on b.id = f.blob_id)
  select coalesce(sum(size), 0)::bigint from content`;

const named = (part: string | undefined): Sql[] =>
  part === undefined || part === '' ? [] : [contains(sql`c.name`, part)];

@Injectable()
export class RepositoryRecordsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  pageOfProject(projectId: number, withCount: boolean, request: ListRequest): Promise<Page<RepositoryRecord>> {
    const list = withCount ? COUNTED_REPOSITORIES : REPOSITORIES;
    return this.lists.page(list, [VISIBLE, sql`c.project_id = ${projectId}`], request);
  }

  /** Contract: registry §3.3. */
  pageOfGroup(groupId: number, request: ListRequest): Promise<Page<RepositoryRecord>> {
    return this.lists.page(REPOSITORIES, [VISIBLE, openWithin(groupId)], request);
  }

  /** Repositories of each of many projects. */
  ofProjects(name: string | undefined): ChildLists<RepositoryRecord> {
    return this.windows.below(SORTED_REPOSITORIES, [VISIBLE, sql`c.project_id = ${PARENT}`, ...named(name)]);
  }

  /** Repositories in and below each of many groups. */
  ofGroups(name: string | undefined): ChildLists<RepositoryRecord> {
    return this.windows.below(SORTED_REPOSITORIES, [VISIBLE, openBelow, ...named(name)]);
  }

  find(id: number): Promise<RepositoryRecord | null> {
    return this.database.row(
      select(COLUMNS, sql`from container_repositories c ${JOINS} where c.id = ${id} and ${VISIBLE}`),
    );
  }

  async countTags(id: number): Promise<number> {
    const counts = await this.tagCounts([id]);
    return counts.get(id) ?? 0;
  }

  tagCounts(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countersOf(this.database, 'container_tags', ids);
  }

  async size(id: number): Promise<number> {
    const sizes = await this.sizes([id]);
    return sizes.get(id) ?? 0;
  }

  /** Size in bytes of the distinct content that each repository's tags reach (contract: registry §3.2). */
  async sizes(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { id: bigint`wanted.id`, size: bigint`(${SIZE})` },
        sql`from unnest(${[...ids]}::bigint[]) as wanted (id)`,
      ),
    );
    return new Map(rows.map(({ id, size }) => [id, size]));
  }
}
