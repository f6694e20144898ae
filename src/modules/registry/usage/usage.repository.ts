import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { ImageSpace } from '../../../core/projects/image-quota.js';
import { counterOf } from '../../../platform/counters/counter-of.js';
import { countersOf } from '../../../platform/counters/counters-of.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, boolean, lookup, select } from '../../../platform/database/typed-sql.js';
import { ContainerRepositoryEntity } from '../repositories/container-repository.entity.js';
import { ContainerSizeLimitEntity } from './container-size-limit.entity.js';

const LIMIT = columnsOf(ContainerSizeLimitEntity, 's', 'bytes');
const PROJECT = columnsOf(ContainerRepositoryEntity, 'c', 'projectId');
/** Each digest counts once; maintained by triggers of the tables with content. */
const BYTES = 'container_bytes';

@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /** Locks the limit of a project that has one, so that concurrent pushes cannot exceed it together; otherwise null. */
  async lockLimit(projectId: number): Promise<number | null> {
    const limit = await this.database.row(
      select(LIMIT, sql`from container_size_limits s where s.project_id = ${projectId} for update`),
    );
    return limit?.bytes ?? null;
  }

  /** Size of the project's images, and whether this content is already part of it. */
  async heldBeside(projectId: number, digest: string): Promise<{ readonly bytes: number; readonly isHeld: boolean }> {
    const isHeld = boolean`
      exists (select 1 from container_contents c where c.project_id = p.id and c.digest = ${digest})`;
    const held = await this.database.row(
      select({ bytes: counterOf(BYTES, sql`p.id`), isHeld }, sql`from (select ${projectId}::bigint as id) p`),
    );
    return held ?? { bytes: 0, isHeld: false };
  }

  /** Size of the project's images in bytes, each digest counted once, and the limit (contract: registry §9.5). */
  async spaceOf(projectId: number): Promise<ImageSpace> {
    const space = await this.database.row(
      select(
        {
          bytes: counterOf(BYTES, sql`p.id`),
          limit: lookup(LIMIT.bytes, sql`from container_size_limits s where s.project_id = p.id`),
        },
        sql`from (select ${projectId}::bigint as id) p`,
      ),
    );
    return space ?? { bytes: 0, limit: null };
  }

  /** Number of image repositories of many projects, by project id; projects without any are left out. */
  async repositoriesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.rows(
      select(
        { ...PROJECT, count: bigint`count(*)` },
        sql`from container_repositories c where c.project_id = any(${[...projectIds]}) group by c.project_id`,
      ),
    );
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  /** Size in bytes of the images of many projects, by project id. */
  bytesOf(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return countersOf(this.database, BYTES, projectIds);
  }

  /** Null removes the limit. */
  async setLimit(projectId: number, bytes: number | null): Promise<void> {
    const limits = this.database.repository(ContainerSizeLimitEntity);
    await (bytes === null ? limits.delete(projectId) : limits.upsert({ projectId, bytes }, ['projectId']));
  }
}
