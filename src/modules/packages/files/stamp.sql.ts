import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * An aggregate that changes when rows come or go, or one of their `parts` does. Of what is hashed: sums of ids are the same
 * for the first and the fourth of four rows as for the others.
 */
export const stampOf = (...parts: readonly Sql[]): Sql =>
  sql`concat_ws('-', count(*), sum(hashtextextended(concat_ws(' ', ${join(parts)}), 0)))`;
