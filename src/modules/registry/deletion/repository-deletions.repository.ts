import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { ContainerRepositoryEntity } from '../repositories/container-repository.entity.js';
import type { RepositoryStatus } from '../repositories/repository-record.js';

/** Repositories that are being deleted, and their remaining content. */
@Injectable()
export class RepositoryDeletionsRepository {
  constructor(private readonly database: Database) {}

  /** Locks the repository; null when it is gone. */
  lock(id: number): Promise<{ readonly projectId: number; readonly status: RepositoryStatus | null } | null> {
    return this.database.row(
      select(
        columnsOf(ContainerRepositoryEntity, 'c', 'projectId', 'status'),
        sql`from container_repositories c where c.id = ${id} for update`,
      ),
    );
  }

  async mark(id: number, status: RepositoryStatus): Promise<void> {
    await this.database.repository(ContainerRepositoryEntity).update(id, { status });
  }

  /** Makes it live again; violates `uq_container_repositories_name` if another repository has its name. */
  async reopen(id: number): Promise<void> {
    await this.database.repository(ContainerRepositoryEntity).update(id, { status: null });
  }

  removeTags(id: number, limit: number): Promise<number> {
    return this.database.run(sql`
      delete from container_tags where repository_id = ${id} and name in (
        select name from container_tags where repository_id = ${id} order by name limit ${limit})`);
  }

  removeManifests(id: number, limit: number): Promise<number> {
    return this.database.run(sql`
      delete from container_manifests where repository_id = ${id} and digest in (
        select digest from container_manifests where repository_id = ${id} order by digest limit ${limit})`);
  }

  async remove(id: number): Promise<void> {
    await this.database.repository(ContainerRepositoryEntity).delete(id);
  }
}
