import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { containing } from '../../../platform/database/like.js';
import type { AlertStatus, Severity } from '../alert-words.js';
import { timeIs } from '../../../platform/database/time-filter.js';

/** Contract: alerts §2.2. */
export interface AlertFilters {
  readonly iid?: number | undefined;
  readonly statuses?: readonly AlertStatus[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly search?: string | undefined;
  /** A username; `none` for unassigned alerts. */
  readonly assignee?: string | undefined;
  readonly environment?: string | undefined;
  readonly monitoringTool?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly startedAfter?: Date | undefined;
  readonly startedBefore?: Date | undefined;
}

const NOBODY = 'none';

/** Conditions for `alerts a`. */
export function alertsWhere(filters: AlertFilters): Sql[] {
  const { statuses, severities, environment, monitoringTool, fingerprint, startedAfter, startedBefore } = filters;
  return [
    ...(filters.iid === undefined ? [] : [sql`a.iid = ${filters.iid}`]),
    ...(statuses === undefined ? [] : [sql`a.status = any(${[...statuses]}::text[])`]),
    ...(severities === undefined ? [] : [sql`a.severity = any(${[...severities]}::text[])`]),
    ...(environment === undefined ? [] : [sql`a.environment = ${environment}`]),
    ...(monitoringTool === undefined ? [] : [sql`a.monitoring_tool = ${monitoringTool}`]),
    ...(fingerprint === undefined ? [] : [sql`a.fingerprint = ${fingerprint}`]),
    ...(startedAfter === undefined ? [] : [timeIs(sql`a.started_at`, '>=', startedAfter)]),
    ...(startedBefore === undefined ? [] : [timeIs(sql`a.started_at`, '<=', startedBefore)]),
    ...searched(filters.search),
    ...assigned(filters.assignee),
  ];
}

function searched(text: string | undefined): Sql[] {
  if (text === undefined || text === '') {
    return [];
  }
  const pattern = containing(text);
  return [
    sql`a.title ilike ${pattern} or a.description ilike ${pattern} or a.monitoring_tool ilike ${pattern}
      or a.service ilike ${pattern}`,
  ];
}

function assigned(username: string | undefined): Sql[] {
  if (username === undefined) {
    return [];
  }
  return username.toLowerCase() === NOBODY
    ? [sql`not exists (select 1 from alert_assignees s where s.alert_id = a.id)`]
    : [
        sql`a.id in (
          select s.alert_id from alert_assignees s join users u on u.id = s.user_id
          where lower(u.username) = lower(${username}))`,
      ];
}
