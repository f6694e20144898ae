import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

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
    filters.createdAfter && sql`e.created_at > ${filters.createdAfter.toISOString()}`,
    filters.createdBefore && sql`e.created_at < ${filters.createdBefore.toISOString()}`,
  ].filter((condition) => condition instanceof Object);
}
