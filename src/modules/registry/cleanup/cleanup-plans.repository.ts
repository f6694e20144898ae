import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Role } from '../../../core/access/role.js';
import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, nullable, returning, select, text } from '../../../platform/database/typed-sql.js';
import type { SeenTag } from '../tags/bulk-tags.repository.js';
import { PROJECT_COLUMNS } from '../repositories/container-repository.columns.js';
import { ContainerRepositoryEntity } from '../repositories/container-repository.entity.js';
import { CleanupPlanEntity } from './cleanup-plan.entity.js';
import type { SeenPair } from './cleanup-plan.entity.js';
import type { CleanupOutcome, CleanupPlan, CleanupRun } from './cleanup-plan.js';

const ID_BYTES = 16;
/** Maximum number of deleted tags that a result lists (contract: registry §4 Operation). */
const NAMED_IN_RESULT = 1000;

const RUN_COLUMNS = {
  ...columnsOf(CleanupPlanEntity, 'l', 'repositoryId', 'items', 'keptCount', 'done'),
  repositoryName: text`c.name`,
  ...columnsOf(ContainerRepositoryEntity, 'c', 'projectId'),
  ...PROJECT_COLUMNS,
  creatorId: nullable(bigint`u.id`),
  creatorName: nullable(text`u.username`),
};

interface NewPlan {
  readonly repositoryId: number;
  readonly creatorId: number;
  readonly operationId: string | null;
  readonly livesSeconds: number;
}

@Injectable()
export class CleanupPlansRepository {
  constructor(private readonly database: Database) {}

  /** Stores a plan and returns its id and expiry; also deletes expired plans. */
  async insert(
    { repositoryId, creatorId, operationId, livesSeconds }: NewPlan,
    { items, keptCount, rules }: CleanupPlan,
  ): Promise<{ readonly id: string; readonly expiresAt: string }> {
    await this.database.run(sql`delete from container_cleanup_plans where expires_at < now()`);
    const pairs = items.map(({ name, digest }): SeenPair => [name, digest]);
    const row = await this.database.row(
      returning(
        columnsOf(CleanupPlanEntity, 'l', 'id', 'expiresAt'),
        sql`
          insert into container_cleanup_plans as l
            (id, repository_id, creator_id, operation_id, parameters, items, kept_count, expires_at)
          values (${randomHex(ID_BYTES)}, ${repositoryId}, ${creatorId}, ${operationId}, ${JSON.stringify(rules)}::jsonb,
            ${JSON.stringify(pairs)}::jsonb, ${keptCount}, now() + ${livesSeconds} * interval '1 second')`,
      ),
    );
    if (!row) {
      throw new Error('A plan was not stored.');
    }
    return row;
  }

  /** A plan from a dry run for this repository that has not expired. */
  async findOpen(id: string, repositoryId: number): Promise<CleanupPlan | null> {
    const row = await this.database.row(
      select(
        columnsOf(CleanupPlanEntity, 'l', 'items', 'keptCount'),
        sql`from container_cleanup_plans l
          where l.id = ${id} and l.repository_id = ${repositoryId} and l.operation_id is null and l.expires_at > now()`,
      ),
    );
    return row && { items: row.items.map(seenTag), keptCount: row.keptCount, rules: null };
  }

  /** The plan that an operation executes; null if its repository is gone. */
  async findRun(id: string): Promise<CleanupRun | null> {
    const row = await this.database.row(
      select(
        RUN_COLUMNS,
        sql`from container_cleanup_plans l join container_repositories c on c.id = l.repository_id
          join projects p on p.id = c.project_id join namespaces n on n.id = p.namespace_id
          join routes r on r.project_id = p.id left join users u on u.id = l.creator_id
          where l.id = ${id}`,
      ),
    );
    if (!row) {
      return null;
    }
    const { items, creatorId, creatorName, ...run } = row;
    const creator = { id: creatorId, name: creatorName ?? '' };
    const isAllowed = creatorId !== null && (await this.isMaintainer(run.projectId, creatorId));
    return { ...run, creator, isAllowed, items: items.map(seenTag) };
  }

  /** Progress of the plan, locked until the end of the caller's transaction. */
  async lockDone(id: string): Promise<number | null> {
    const row = await this.database.row(
      select(
        columnsOf(CleanupPlanEntity, 'l', 'done'),
        sql`from container_cleanup_plans l where l.id = ${id} for update`,
      ),
    );
    return row?.done ?? null;
  }

  /** Adds the results of one batch. */
  async advance(id: string, done: number, deleted: readonly string[], skipped: readonly string[]): Promise<void> {
    await this.database.run(sql`
      update container_cleanup_plans
      set done = ${done}, deleted_count = deleted_count + ${deleted.length},
          deleted = (deleted || ${[...deleted]}::text[])[1:${NAMED_IN_RESULT}], skipped = skipped || ${[...skipped]}::text[]
      where id = ${id}`);
  }

  async outcome(id: string): Promise<CleanupOutcome> {
    const row = await this.database.row(
      select(
        columnsOf(CleanupPlanEntity, 'l', 'done', 'deletedCount', 'deleted', 'skipped'),
        sql`from container_cleanup_plans l where l.id = ${id}`,
      ),
    );
    return row ?? { done: 0, deletedCount: 0, deleted: [], skipped: [] };
  }

  private isMaintainer(projectId: number, userId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from users u, projects p join namespaces n on n.id = p.namespace_id
      where u.id = ${userId} and p.id = ${projectId} and not p.pending_delete
        and u.state = 'active' and u.confirmed_at is not null
        and (u.is_admin or greatest(${levelInProject(userId)}, ${levelInGroups(userId)}) >= ${Role.Maintainer})`);
  }
}

const seenTag = ([name, digest]: SeenPair): SeenTag => ({ name, digest });
