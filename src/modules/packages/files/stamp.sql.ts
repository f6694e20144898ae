import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * An aggregate that changes when rows are added or removed, or when one of their `parts` changes. It sums hashes,
 * because ids 1 and 4 have the same sum as 2 and 3.
 */
export const stampOf = (...parts: readonly Sql[]): Sql =>
  sql`concat_ws('-', count(*), sum(hashtextextended(concat_ws(' ', ${join(parts)}), 0)))`;
