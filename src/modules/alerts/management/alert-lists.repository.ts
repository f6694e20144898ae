import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { BasicUser } from '../../../core/users/user.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { whereOf } from '../../../platform/database/conditions.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { ListWindows, PARENT } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { select } from '../../../platform/database/typed-sql.js';
import { ALERT_STATUSES, SEVERITIES } from '../alert-words.js';
import { ALERT_COLUMNS, OCCURRENCE_COLUMNS } from '../records/alert.columns.js';
import type { Alert, AlertOccurrence } from '../records/alert.js';
import { alertsWhere } from './alert-filters.js';
import type { AlertFilters } from './alert-filters.js';
import { STATUS_COUNT } from './status-counts.columns.js';
import type { StatusCount } from './status-counts.columns.js';

/** Sorts by the position of a word; not a keyset order of the REST API. */
const ranked = (column: 'severity' | 'status', words: readonly string[]) => ({
  sql: sql([`array_position('{${words.join()}}'::text[], a.${column})`]),
  type: 'integer' as const,
  of: (row: Record<'severity' | 'status', string>) => words.indexOf(row[column]) + 1,
});
/** Alerts without an end are sorted last in both directions (contract: alerts §2.2). */
export const ENDED_LAST = 'ended_last';
const KEYSET = ['id', 'iid', 'started_at', 'created_at', 'updated_at'];

const ALERTS = listOf({
  type: 'Alert',
  columns: ALERT_COLUMNS,
  from: sql`alerts a`,
  sorts: {
    iid: 'iid',
    started_at: 'startedAt',
    ended_at: 'endedAt',
    [ENDED_LAST]: {
      sql: sql`coalesce(a.ended_at, '-infinity'::timestamptz)`,
      type: 'timestamptz',
      of: ({ endedAt }) => endedAt ?? '-infinity',
    },
    events: 'events',
    severity: ranked('severity', SEVERITIES),
    status: ranked('status', ALERT_STATUSES),
    created_at: 'createdAt',
    updated_at: 'updatedAt',
  },
  defaultSort: { by: 'started_at', direction: 'desc' },
  keyset: { orders: KEYSET.map((by) => ({ by, directions: ['asc', 'desc'] })) },
});

const ASSIGNEES = listOf({
  type: 'User',
  columns: columnsOf(UserEntity, 'u', 'id', 'username', 'name', 'state'),
  from: sql`alert_assignees s join users u on u.id = s.user_id`,
  defaultSort: { by: 'id', direction: 'asc' },
});

const OCCURRENCES = listOf({
  type: 'Alert occurrence',
  columns: OCCURRENCE_COLUMNS,
  from: sql`alert_occurrences o`,
  defaultSort: { by: 'id', direction: 'desc' },
});

@Injectable()
export class AlertListsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
  ) {}

  page(projectId: number, filters: AlertFilters, request: ListRequest): Promise<Page<Alert>> {
    const { orderBy, sort = 'desc' } = request;
    const by = orderBy === 'ended_at' && sort === 'desc' ? ENDED_LAST : orderBy;
    return this.lists.page(ALERTS, [sql`a.project_id = ${projectId}`, ...alertsWhere(filters)], {
      ...request,
      orderBy: by,
      sort,
    });
  }

  /** Returns the alerts of several projects, by project. */
  ofProjects(filters: AlertFilters): ChildLists<Alert> {
    return this.windows.below(ALERTS, [sql`a.project_id = ${PARENT}`, ...alertsWhere(filters)]);
  }

  /** Returns the assignees of several alerts, by alert. */
  assignees(): ChildLists<BasicUser> {
    return this.windows.below(ASSIGNEES, [sql`s.alert_id = ${PARENT}`]);
  }

  /** Statuses without alerts are omitted. */
  counts(projectId: number, filters: AlertFilters): Promise<StatusCount[]> {
    const where = whereOf([sql`a.project_id = ${projectId}`, ...alertsWhere(filters)]);
    return this.database.rows(select(STATUS_COUNT, sql`from alerts a ${where} group by a.status`));
  }

  occurrences(alertId: number, page: PageRequest): Promise<Page<AlertOccurrence>> {
    return this.lists.page(OCCURRENCES, [sql`o.alert_id = ${alertId}`], { page });
  }
}
