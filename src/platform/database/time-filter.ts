import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Whether a column lies before or after a time. */
export const timeIs = (column: Sql, comparison: '<' | '<=' | '>' | '>=', time: Date): Sql =>
  sql`${column} ${raw(comparison)} ${time.toISOString()}::timestamptz`;
