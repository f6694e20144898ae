import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

const LONGEST_ID = 15;

/** The condition that a row is the one that an id or a full path identifies; null for an impossible id. */
export function readReference(reference: string, columns: { readonly id: Sql; readonly path: Sql }): Sql | null {
  if (!/^\d+$/.test(reference)) {
    return hasPath(columns.path, reference);
  }
  return reference.length > LONGEST_ID ? null : sql`${columns.id} = ${Number(reference)}`;
}

/** The condition that the column contains this path. */
export const hasPath = (column: Sql, path: string): Sql => sql`lower(${column}) collate "C" = lower(${path})`;
