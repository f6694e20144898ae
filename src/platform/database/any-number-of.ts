import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * An array of ids as a query. A plan that knew how many there are would look cheaper than the one that is kept, and be
 * made anew each time: of a statement that finds a few rows by their keys that takes longer than the rest.
 */
export const anyNumberOf = (ids: readonly number[]): Sql => sql`(select ${[...ids]}::bigint[])::bigint[]`;
