import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { PLANNED_ANEW } from './planned-anew.js';

/** Whether a column lies before or after a time. Most rows do of one time and few of another, so each is planned for. */
export const timeIs = (column: Sql, comparison: '<' | '<=' | '>' | '>=', time: Date): Sql =>
  sql`${column} ${raw(comparison)} ${time.toISOString()}::timestamptz${PLANNED_ANEW}`;
