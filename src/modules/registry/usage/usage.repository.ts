import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { ImageSpace } from '../../../core/projects/image-quota.js';
import { Database } from '../../../platform/database/database.js';

export interface LimitedUsage {
  readonly bytes: number;
  readonly sizeLimit: number;
}

/** Distinct digests of blobs and manifests in a project with their sizes, for a sub-select. */
const contentOf = (projectId: number): Sql => sql`
  select b.digest, b.size from container_repositories c
  join container_blob_links l on l.repository_id = c.id join container_blobs b on b.id = l.blob_id
  where c.project_id = ${projectId}
  union
  select m.digest, m.size from container_repositories c join container_manifests m on m.repository_id = c.id
  where c.project_id = ${projectId}`;

@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the count of a project that has a limit, so that pushes side by side cannot exceed it together; else null.
   */
  lockLimited(projectId: number): Promise<LimitedUsage | null> {
    return this.database.row<LimitedUsage>(sql`
      select bytes, size_limit as "sizeLimit" from container_usage
      where project_id = ${projectId} and size_limit is not null for update`);
  }

  /** Whether the content is counted already: each digest of a project counts once. */
  async isCounted(projectId: number, digest: string): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from container_blobs b join container_blob_links l on l.blob_id = b.id
      join container_repositories c on c.id = l.repository_id and c.project_id = ${projectId} where b.digest = ${digest}
      union all
      select 1 from container_repositories c
      join container_manifests m on m.repository_id = c.id and m.digest = ${digest} where c.project_id = ${projectId} limit 1`);
    return row !== null;
  }

  async add(projectId: number, bytes: number): Promise<void> {
    await this.database.run(sql`
      update container_usage set bytes = bytes + ${bytes}, updated_at = now() where project_id = ${projectId}`);
  }

  /** Bytes of the project's images, each digest counted once, and the limit (contract: registry §9.5). */
  async spaceOf(projectId: number): Promise<ImageSpace> {
    const limited = await this.database.row<ImageSpace>(sql`
      select bytes, size_limit as "limit" from container_usage where project_id = ${projectId} and size_limit is not null`);
    return limited ?? { bytes: (await this.bytesOf([projectId])).get(projectId) ?? 0, limit: null };
  }

  /** Image repositories of many projects, by project id; those without are left out. */
  async repositoriesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows<{ projectId: number; count: number }>(sql`
      select project_id as "projectId", count(*) as count from container_repositories
      where project_id = any(${[...projectIds]}) group by project_id`);
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  /** The bytes of many projects, by project id; those without images are left out. */
  async bytesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows<{ projectId: number; bytes: number }>(sql`
      with repositories as (
        select id, project_id from container_repositories where project_id = any(${[...projectIds]}))
      select project_id as "projectId", sum(size)::bigint as bytes from (
        select c.project_id, b.digest, b.size from repositories c
        join container_blob_links l on l.repository_id = c.id join container_blobs b on b.id = l.blob_id
        union
        select c.project_id, m.digest, m.size from repositories c
        join container_manifests m on m.repository_id = c.id) content
      group by project_id`);
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
