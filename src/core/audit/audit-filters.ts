import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

export interface AuditFilters {
  /** Restricts the list to the group and everything below it. */
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
    filters.createdAfter && createdAfter(filters.createdAfter.toISOString()),
    filters.createdBefore && createdBefore(filters.createdBefore.toISOString()),
  ].filter((condition) => condition instanceof Object);
}

/**
 * Limit of a transaction's duration. The time of an event is the start of its transaction, and its id is assigned
 * during it. A range of times therefore implies a range of ids, so that a list ordered by id starts there instead of at
 * the end of the table.
 */
const LONGEST_TRANSACTION = sql`interval '1 hour'`;

const createdAfter = (moment: string): Sql => sql`
  e.created_at > ${moment}::timestamptz and e.id > coalesce((
    select b.id from audit_events b where b.created_at < ${moment}::timestamptz - ${LONGEST_TRANSACTION}
    order by b.created_at desc, b.id desc limit 1), 0)`;

const createdBefore = (moment: string): Sql => sql`
  e.created_at < ${moment}::timestamptz and e.id < coalesce((
    select b.id from audit_events b where b.created_at > ${moment}::timestamptz + ${LONGEST_TRANSACTION}
    order by b.created_at, b.id limit 1), 9223372036854775807)`;
