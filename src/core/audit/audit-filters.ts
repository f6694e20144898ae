import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { createdAfter, createdBefore } from '../../platform/database/created-range.js';

const EVENTS = { name: 'audit_events', alias: 'e' };

export interface AuditFilters {
  /** Events of the group and of what lies below it. */
  readonly groupId?: number;
  readonly entityType?: string | undefined;
  readonly entityId?: number | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** For `audit_events e`. */
export function auditConditions(filters: AuditFilters): Sql[] {
  return [
    filters.groupId !== undefined && sql`e.group_ids @> array[${filters.groupId}::bigint]`,
    filters.entityType !== undefined && sql`e.entity_type = ${filters.entityType}`,
    filters.entityId !== undefined && sql`e.entity_id = ${filters.entityId}`,
    filters.createdAfter && createdAfter(EVENTS, filters.createdAfter),
    filters.createdBefore && createdBefore(EVENTS, filters.createdBefore),
  ].filter((condition) => condition instanceof Object);
}
