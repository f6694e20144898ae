import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * An array of ids as a subquery. For a plain array PostgreSQL would take its length into account, find a custom plan
 * cheaper than the cached one, and plan the statement every time: for a statement that finds a few rows by key,
 * planning takes longer than the rest.
 */
export const anyNumberOf = (ids: readonly number[]): Sql => sql`(select ${[...ids]}::bigint[])::bigint[]`;
