import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../common/pagination/page.js';
import { randomHex } from '../../platform/crypto/random.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { listOf, Lists } from '../../platform/database/list-query.js';
import type { ListRequest } from '../../platform/database/list-query.js';
import { returning, select } from '../../platform/database/typed-sql.js';
import type { RowOf } from '../../platform/database/typed-sql.js';
import { Role } from '../access/role.js';
import { holdsNamespace, holdsProject } from '../access/levels.sql.js';
import { OperationEntity } from './operation.entity.js';
import type { Operation, OperationState } from './operation.js';

export interface NewOperation {
  readonly kind: string;
  readonly creatorId: number | null;
  readonly projectId?: number | null;
  readonly groupId?: number | null;
  /** Subject of the work, such as `repository:7`: a second request finds the running operation by it. */
  readonly subject?: string;
  readonly total?: number;
  readonly canCancel?: boolean;
  /** Whether its work regularly checks if it is paused; see `PausableProgress`. */
  readonly canPause?: boolean;
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

const { subject: _subject, ...COLUMNS } = columnsOf(OperationEntity, 'op');
const REQUESTS = columnsOf(OperationEntity, 'op', 'cancelRequested', 'isPaused');
/** Requests of users to cancel or pause. */
export type OperationRequests = RowOf<typeof REQUESTS>;
const GONE: OperationRequests = { cancelRequested: true, isPaused: false };

const OPERATIONS = listOf({
  type: 'Operation',
  columns: COLUMNS,
  from: sql`operations op`,
  sorts: { created_at: 'createdAt' },
  defaultSort: { by: 'created_at', direction: 'desc' },
});

@Injectable()
export class OperationsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  async insert(operation: NewOperation): Promise<Operation> {
    const id = randomHex(ID_BYTES);
    await this.database.repository(OperationEntity).insert({ ...operation, id });
    const created = await this.find(id);
    if (!created) {
      throw new Error('The operation that was just made is missing.');
    }
    return created;
  }

  find(id: string): Promise<Operation | null> {
    return this.database.row(select(COLUMNS, sql`from operations op where op.id = ${id}`));
  }

  findUnderWay(kind: string, subject: string): Promise<Operation | null> {
    return this.database.row(
      select(
        COLUMNS,
        sql`from operations op
          where op.kind = ${kind} and op.subject = ${subject} and op.state in ('scheduled', 'running')
          order by op.created_at desc limit 1`,
      ),
    );
  }

  isAbout(id: string, subject: string): Promise<boolean> {
    return this.database.exists(sql`select 1 from operations op where op.id = ${id} and op.subject = ${subject}`);
  }

  page(filters: OperationFilters, request: ListRequest): Promise<Page<Operation>> {
    return this.lists.page(OPERATIONS, operationConditions(filters), request);
  }

  /** Whether the user manages the operation's project or group. */
  isManagedBy(userId: number, { projectId, groupId }: Operation): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from projects p where p.id = ${projectId}::bigint and ${holdsProject(userId, Role.Maintainer)}
      union all
      select 1 where ${holdsNamespace(userId, Role.Owner, sql`${groupId}::bigint`)}`);
  }

  /**
   * Returns the requests so far: the process of an operation to be canceled may have died before it ended. Null when
   * the operation has ended, or was canceled before it began.
   */
  begin(id: string): Promise<OperationRequests | null> {
    return this.database.row(
      returning(
        REQUESTS,
        sql`update operations op set state = 'running', started_at = coalesce(op.started_at, now())
          where op.id = ${id} and op.state in ('scheduled', 'running')`,
      ),
    );
  }

  /** A missing operation counts as canceled. */
  async requests(id: string): Promise<OperationRequests> {
    const row = await this.database.row(select(REQUESTS, sql`from operations op where op.id = ${id}`));
    return row ?? GONE;
  }

  /** Like {@link requests}, and locks them until the transaction ends. */
  async holdRequests(id: string): Promise<OperationRequests> {
    const row = await this.database.row(select(REQUESTS, sql`from operations op where op.id = ${id} for share of op`));
    return row ?? GONE;
  }

  /** Returns the current requests; a missing operation counts as canceled. */
  async progress(id: string, done: number, total: number | null): Promise<OperationRequests> {
    const row = await this.database.row(
      returning(
        REQUESTS,
        sql`update operations op set done = ${done}, total = coalesce(${total}, total) where id = ${id}`,
      ),
    );
    return row ?? GONE;
  }

  async end(id: string, state: OperationState, outcome: { result?: unknown; error?: string }): Promise<void> {
    await this.database.run(sql`
      update operations set state = ${state}, finished_at = now(), is_paused = false,
             done = case when ${state} = 'finished' then coalesce(total, done) else done end, error = ${outcome.error ?? null},
             result = ${outcome.result === undefined ? null : JSON.stringify(outcome.result)}::jsonb
      where id = ${id} and state in ('scheduled', 'running')`);
  }

  /** For a canceled operation without a result. */
  async noteCanceledResult(id: string, result: unknown): Promise<void> {
    await this.database.run(sql`
      update operations set result = ${JSON.stringify(result)}::jsonb
      where id = ${id} and state = 'canceled' and result is null`);
  }

  /** Cancels at once when it has not begun, otherwise at its next item; false when it has ended. */
  async requestCancel(id: string): Promise<boolean> {
    const changed = await this.database.run(sql`
      update operations set cancel_requested = true,
             state = case when state = 'scheduled' then 'canceled' else state end,
             finished_at = case when state = 'scheduled' then now() end,
             is_paused = is_paused and state <> 'scheduled'
      where id = ${id} and state in ('scheduled', 'running')`);
    return changed > 0;
  }

  /** Pauses or resumes; false when it has ended, or cannot be paused. */
  async setPaused(id: string, isPaused: boolean): Promise<boolean> {
    const changed = await this.database.run(sql`
      update operations set is_paused = ${isPaused}
      where id = ${id} and state in ('scheduled', 'running') and can_pause`);
    return changed > 0;
  }

  /** Cancels an operation that has not begun; false when it has, or cannot be canceled. */
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
