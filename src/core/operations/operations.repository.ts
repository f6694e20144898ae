import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { randomHex } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { Lists } from '../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../platform/database/list-query.js';
import { Role } from '../access/role.js';
import { memberNamespaces, memberProjects } from '../access/levels.sql.js';
import type { Operation, OperationState } from './operation.js';

export interface NewOperation {
  readonly kind: string;
  readonly creatorId: number | null;
  readonly projectId?: number | null;
  readonly groupId?: number | null;
  /** What it works on, such as `repository:7`: lets a second request find the one under way. */
  readonly subject?: string;
  readonly total?: number;
  readonly canCancel?: boolean;
}

export interface OperationFilters {
  readonly creatorId?: number;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
}

const operationConditions = ({ creatorId, kind, state }: OperationFilters): Sql[] => [
  ...(creatorId === undefined ? [] : [sql`op.creator_id = ${creatorId}`]),
  ...(kind === undefined ? [] : [sql`op.kind = ${kind}`]),
  ...(state === undefined ? [] : [sql`op.state = ${state}`]),
];

const ID_BYTES = 16;
const KEPT_DAYS = 30;

const COLUMNS = sql`
  op.id, op.kind, op.state, op.done, op.total, op.result, op.error, op.can_cancel as "canCancel",
  op.cancel_requested as "cancelRequested", op.creator_id as "creatorId", op.project_id as "projectId",
  op.group_id as "groupId", op.created_at as "createdAt", op.started_at as "startedAt", op.finished_at as "finishedAt"`;

const OPERATIONS: ListDefinition<Operation> = {
  type: 'Operation',
  select: COLUMNS,
  from: sql`operations op`,
  id: { sql: sql`op.id`, of: (row) => row.id, type: 'text' },
  sorts: { created_at: { sql: sql`op.created_at`, of: (row) => row.createdAt, type: 'timestamptz' } },
  defaultSort: { by: 'created_at', direction: 'desc' },
};

@Injectable()
export class OperationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async insert(operation: NewOperation): Promise<Operation> {
    const id = randomHex(ID_BYTES);
    await this.database.run(sql`
      insert into operations (id, kind, creator_id, project_id, group_id, subject, total, can_cancel)
      values (${id}, ${operation.kind}, ${operation.creatorId}, ${operation.projectId ?? null}, ${operation.groupId ?? null},
              ${operation.subject ?? null}, ${operation.total ?? null}, ${operation.canCancel ?? true})`);
    const created = await this.find(id);
    if (!created) {
      throw new Error('The operation that was just made is missing.');
    }
    return created;
  }

  find(id: string): Promise<Operation | null> {
    return this.database.row<Operation>(sql`select ${COLUMNS} from operations op where op.id = ${id}`);
  }

  findUnderWay(kind: string, subject: string): Promise<Operation | null> {
    return this.database.row<Operation>(sql`
      select ${COLUMNS} from operations op
      where op.kind = ${kind} and op.subject = ${subject} and op.state in ('scheduled', 'running')
      order by op.created_at desc limit 1`);
  }

  page(filters: OperationFilters, request: ListRequest): Promise<Page<Operation>> {
    return this.lists.page(OPERATIONS, operationConditions(filters), request);
  }

  /** Whether the user manages the project or group that the operation works on. */
  async isManagedBy(userId: number, { projectId, groupId }: Operation): Promise<boolean> {
    const managed = await this.database.row(sql`
      select 1 where ${projectId}::bigint in (${memberProjects(userId, Role.Maintainer)})
        or (select namespace_id from projects where id = ${projectId}) in (${memberNamespaces(userId, Role.Maintainer)})
        or ${groupId}::bigint in (${memberNamespaces(userId, Role.Owner)})`);
    return managed !== null;
  }

  /** False when the operation has ended, or was canceled before it began. */
  async begin(id: string): Promise<boolean> {
    return (
      (await this.database.run(sql`
        update operations set state = 'running', started_at = coalesce(started_at, now())
        where id = ${id} and state in ('scheduled', 'running') and not cancel_requested`)) > 0
    );
  }

  /** Answers whether somebody asked to cancel. */
  async progress(id: string, done: number, total: number | null): Promise<boolean> {
    const row = await this.database.row<{ canceled: boolean }>(sql`
      update operations set done = ${done}, total = coalesce(${total}, total) where id = ${id}
      returning cancel_requested as canceled`);
    return row?.canceled ?? true;
  }

  async end(id: string, state: OperationState, outcome: { result?: unknown; error?: string }): Promise<void> {
    await this.database.run(sql`
      update operations set state = ${state}, finished_at = now(),
             done = case when ${state} = 'finished' then coalesce(total, done) else done end, error = ${outcome.error ?? null},
             result = ${outcome.result === undefined ? null : JSON.stringify(outcome.result)}::jsonb
      where id = ${id} and state in ('scheduled', 'running')`);
  }

  /** Cancels at once when it has not begun, else at its next item; false when it had ended. */
  async requestCancel(id: string): Promise<boolean> {
    const changed = await this.database.run(sql`
      update operations set cancel_requested = true,
             state = case when state = 'scheduled' then 'canceled' else state end,
             finished_at = case when state = 'scheduled' then now() end
      where id = ${id} and state in ('scheduled', 'running')`);
    return changed > 0;
  }

  /** Cancels at once what has not begun; false when it has, or could never be canceled. */
  async cancelScheduled(id: string): Promise<boolean> {
    const changed = await this.database.run(sql`
      update operations set cancel_requested = true, state = 'canceled', finished_at = now()
      where id = ${id} and state = 'scheduled' and can_cancel`);
    return changed > 0;
  }

  async sweep(): Promise<void> {
    await this.database.run(sql`delete from operations where finished_at < now() - ${KEPT_DAYS} * interval '1 day'`);
  }
}
