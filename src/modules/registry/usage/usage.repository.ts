import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { ImageSpace } from '../../../core/projects/image-quota.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerRepositoryEntity } from '../repositories/container-repository.entity.js';
import { ContainerUsageEntity } from './container-usage.entity.js';

/** Of a project that has a limit. */
const LIMITED = { ...columnsOf(ContainerUsageEntity, 's', 'bytes'), sizeLimit: bigint`s.size_limit` };
const PROJECT = columnsOf(ContainerRepositoryEntity, 'c', 'projectId');

/** Distinct digests of blobs and manifests in a project with their sizes, for a sub-select. */
const contentOf = (projectId: number): Sql => sql`
  select b.digest, b.size from container_repositories c
  join container_blob_links l on l.repository_id = c.id join container_blobs b on b.id = l.blob_id
  where c.project_id = ${projectId}
  union
  select m.digest, m.size from container_repositories c join container_manifests m on m.repository_id = c.id
  where c.project_id = ${projectId}`;

const limitedUsage = (projectId: number): Sql =>
  sql`from container_usage s where s.project_id = ${projectId} and s.size_limit is not null`;

@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /** Locks the count of a project that has a limit, so that pushes side by side cannot exceed it together; else null. */
  lockLimited(projectId: number): Promise<RowOf<typeof LIMITED> | null> {
    return this.database.row(select(LIMITED, sql`${limitedUsage(projectId)} for update`));
  }

  /** Whether the content is counted already: each digest of a project counts once. */
  isCounted(projectId: number, digest: string): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from container_blobs b join container_blob_links l on l.blob_id = b.id
      join container_repositories c on c.id = l.repository_id and c.project_id = ${projectId} where b.digest = ${digest}
      union all
      select 1 from container_repositories c
      join container_manifests m on m.repository_id = c.id and m.digest = ${digest} where c.project_id = ${projectId} limit 1`);
  }

  async add(projectId: number, bytes: number): Promise<void> {
    await this.database.run(sql`
      update container_usage set bytes = bytes + ${bytes}, updated_at = now() where project_id = ${projectId}`);
  }

  /** Bytes of the project's images, each digest counted once, and the limit (contract: registry §9.5). */
  async spaceOf(projectId: number): Promise<ImageSpace> {
    const limited = await this.database.row(select(LIMITED, limitedUsage(projectId)));
    return limited
      ? { bytes: limited.bytes, limit: limited.sizeLimit }
      : { bytes: (await this.bytesOf([projectId])).get(projectId) ?? 0, limit: null };
  }

  /** Image repositories of many projects, by project id; those without are left out. */
  async repositoriesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { ...PROJECT, count: bigint`count(*)` },
        sql`from container_repositories c where c.project_id = any(${[...projectIds]}) group by c.project_id`,
      ),
    );
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  /** The bytes of many projects, by project id; those without images are left out. */
  async bytesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { ...PROJECT, bytes: bigint`sum(c.size)::bigint` },
        sql`from (
            select c.project_id, b.digest, b.size from repositories c
            join container_blob_links l on l.repository_id = c.id join container_blobs b on b.id = l.blob_id
            union
            select c.project_id, m.digest, m.size from repositories c
            join container_manifests m on m.repository_id = c.id) c
          group by c.project_id`,
        sql`with repositories as (
          select id, project_id from container_repositories where project_id = any(${[...projectIds]}))`,
      ),
    );
    return new Map(rows.map(({ projectId, bytes }) => [projectId, bytes]));
  }

  /**
   * Sets the limit and counts what is there. Pushes that saw no limit hold their repositories until they commit, so
   * the count waits for them; the caller holds the project, so that no repository comes meanwhile.
   */
  async setLimit(projectId: number, limit: number | null): Promise<void> {
    await this.database.run(sql`
      select 1 from container_repositories where project_id = ${projectId} order by id for no key update`);
    await this.database.run(sql`
      insert into container_usage (project_id, size_limit) values (${projectId}, ${limit})
      on conflict (project_id) do update set size_limit = excluded.size_limit, updated_at = now()`);
    await this.recount(projectId);
  }

  /** Counts anew what a project with a limit holds, each digest once (contract: registry §9.5). */
  async recount(projectId: number): Promise<void> {
    await this.database.run(sql`
      update container_usage set updated_at = now(),
        bytes = (select coalesce(sum(size), 0)::bigint from (${contentOf(projectId)}) content)
      where project_id = ${projectId} and size_limit is not null`);
  }
}
