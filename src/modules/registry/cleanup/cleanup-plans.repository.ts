import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Role } from '../../../core/access/role.js';
import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { SeenTag } from '../tags/bulk-tags.repository.js';
import type { CleanupOutcome, CleanupPlan, CleanupRun } from './cleanup-plan.js';

const ID_BYTES = 16;
/** What a result names of the deleted tags (contract: registry §4 Operation). */
const NAMED_IN_RESULT = 1000;

type Pair = readonly [name: string, digest: string];
type RunRow = Omit<CleanupRun, 'items' | 'creator' | 'isAllowed'> & {
  readonly pairs: readonly Pair[];
  readonly creatorId: number | null;
  readonly creatorName: string | null;
};

export interface NewPlan {
  readonly repositoryId: number;
  readonly creatorId: number;
  readonly operationId: string | null;
  readonly livesSeconds: number;
}

@Injectable()
export class CleanupPlansRepository {
  constructor(private readonly database: Database) {}

  /** Answers the plan's id and when it ends; plans that have ended go on the way. */
  async insert(
    { repositoryId, creatorId, operationId, livesSeconds }: NewPlan,
    { items, keptCount, rules }: CleanupPlan,
  ): Promise<{ readonly id: string; readonly expiresAt: string }> {
    await this.database.run(sql`delete from container_cleanup_plans where expires_at < now()`);
    const pairs = items.map(({ name, digest }): Pair => [name, digest]);
    const row = await this.database.row<{ id: string; expiresAt: string }>(sql`
      insert into container_cleanup_plans
        (id, repository_id, creator_id, operation_id, parameters, items, kept_count, expires_at)
      values (${randomHex(ID_BYTES)}, ${repositoryId}, ${creatorId}, ${operationId}, ${JSON.stringify(rules)}::jsonb,
        ${JSON.stringify(pairs)}::jsonb, ${keptCount}, now() + ${livesSeconds} * interval '1 second')
      returning id, expires_at as "expiresAt"`);
    if (!row) {
      throw new Error('A plan was not stored.');
    }
    return row;
  }

  /** A plan that a dry run made for this repository and that has not ended. */
  async findOpen(id: string, repositoryId: number): Promise<CleanupPlan | null> {
    const row = await this.database.row<{ pairs: readonly Pair[]; keptCount: number }>(sql`
      select items as pairs, kept_count as "keptCount" from container_cleanup_plans
      where id = ${id} and repository_id = ${repositoryId} and operation_id is null and expires_at > now()`);
    return row && { items: row.pairs.map(seenTag), keptCount: row.keptCount, rules: null };
  }

  /** The plan that an operation carries out; null when its repository is gone. */
  async findRun(id: string): Promise<CleanupRun | null> {
    const row = await this.database.row<RunRow>(sql`
      select c.id as "repositoryId", c.name as "repositoryName", c.project_id as "projectId",
             lower(r.path) as "projectPath", case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds",
             l.items as pairs, l.kept_count as "keptCount", l.done, u.id as "creatorId", u.username as "creatorName"
      from container_cleanup_plans l join container_repositories c on c.id = l.repository_id
      join projects p on p.id = c.project_id join namespaces n on n.id = p.namespace_id
      join routes r on r.project_id = p.id left join users u on u.id = l.creator_id
      where l.id = ${id}`);
    if (!row) {
      return null;
    }
    const { pairs, creatorId, creatorName, ...run } = row;
    const creator = { id: creatorId, name: creatorName ?? '' };
    const isAllowed = creatorId !== null && (await this.isMaintainer(run.projectId, creatorId));
    return { ...run, creator, isAllowed, items: pairs.map(seenTag) };
  }

  /** How far the plan has come; the caller's transaction locks it until its end. */
  async lockDone(id: string): Promise<number | null> {
    const row = await this.database.row<{ done: number }>(
      sql`select done from container_cleanup_plans where id = ${id} for update`,
    );
    return row?.done ?? null;
  }

  /** Adds what one batch did. */
  async advance(id: string, done: number, deleted: readonly string[], skipped: readonly string[]): Promise<void> {
    await this.database.run(sql`
      update container_cleanup_plans
      set done = ${done}, deleted_count = deleted_count + ${deleted.length},
          deleted = (deleted || ${[...deleted]}::text[])[1:${NAMED_IN_RESULT}], skipped = skipped || ${[...skipped]}::text[]
      where id = ${id}`);
  }

  async outcome(id: string): Promise<CleanupOutcome> {
    const row = await this.database.row<CleanupOutcome>(sql`
      select done, deleted_count as "deletedCount", deleted, skipped from container_cleanup_plans where id = ${id}`);
    return row ?? { done: 0, deletedCount: 0, deleted: [], skipped: [] };
  }

  private async isMaintainer(projectId: number, userId: number): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from users u, projects p join namespaces n on n.id = p.namespace_id
      where u.id = ${userId} and p.id = ${projectId} and not p.pending_delete
        and u.state = 'active' and u.confirmed_at is not null
        and (u.is_admin or greatest(${levelInProject(userId)}, ${levelInGroups(userId)}) >= ${Role.Maintainer})`);
    return row !== null;
  }
}

const seenTag = ([name, digest]: Pair): SeenTag => ({ name, digest });
