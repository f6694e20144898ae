import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
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

  /** Holds the count of a project that has a limit, so that pushes side by side cannot exceed it together; else null. */
  holdLimited(projectId: number): Promise<LimitedUsage | null> {
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

  /** Counts anew what a project with a limit holds, each digest once (contract: registry §9.5). */
  async recount(projectId: number): Promise<void> {
    await this.database.run(sql`
      update container_usage set updated_at = now(),
        bytes = (select coalesce(sum(size), 0)::bigint from (${contentOf(projectId)}) content)
      where project_id = ${projectId} and size_limit is not null`);
  }
}
