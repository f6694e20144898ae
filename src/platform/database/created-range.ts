import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** A table whose ids and times come from the database when a row is inserted, with an index on `(created_at, id)`. */
export interface AppendedTable {
  readonly name: string;
  readonly alias: string;
}

/** A row's time is the begin of its transaction and its id comes within that; none takes longer than this. */
const LONGEST_TRANSACTION = sql`interval '1 hour'`;

/**
 * Rows created after a moment. Their ids are limited, too: a list in the order of ids then begins where the rows are,
 * instead of at its end.
 */
export function createdAfter({ name, alias }: AppendedTable, moment: Date): Sql {
  const [table, row, time] = [raw(name), raw(alias), moment.toISOString()];
  return sql`${row}.created_at > ${time}::timestamptz and ${row}.id > coalesce((
    select b.id from ${table} b where b.created_at < ${time}::timestamptz - ${LONGEST_TRANSACTION}
    order by b.created_at desc, b.id desc limit 1), 0)`;
}

/** Rows created before a moment, as {@link createdAfter}. */
export function createdBefore({ name, alias }: AppendedTable, moment: Date): Sql {
  const [table, row, time] = [raw(name), raw(alias), moment.toISOString()];
  return sql`${row}.created_at < ${time}::timestamptz and ${row}.id < coalesce((
    select b.id from ${table} b where b.created_at > ${time}::timestamptz + ${LONGEST_TRANSACTION}
    order by b.created_at, b.id limit 1), 9223372036854775807)`;
}
