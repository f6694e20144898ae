import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * An aggregate that changes when rows come or go, or when one of their `parts` does. It adds up hashes: ids 1 and 4 have
 * the same sum as 2 and 3.
 */
export const stampOf = (...parts: readonly Sql[]): Sql =>
  sql`concat_ws('-', count(*), sum(hashtextextended(concat_ws(' ', ${join(parts)}), 0)))`;
