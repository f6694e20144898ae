import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Compares a column with a time. */
export const timeIs = (column: Sql, comparison: '<' | '<=' | '>' | '>=', time: Date): Sql =>
  sql`${column} ${raw(comparison)} ${time.toISOString()}::timestamptz`;
