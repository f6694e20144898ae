import type { Client } from 'pg';

/** A table in a dump; all names are quoted if SQL requires it. */
export interface DumpedTable {
  readonly name: string;
  /** Without generated columns, which the server computes again. */
  readonly columns: readonly string[];
  /** Empty for a table without a primary key. */
  readonly primaryKey: readonly string[];
}

/** Returns every table of the service's schema that survives a crash; unlogged ones need not be kept. */
export async function listTables(client: Client): Promise<readonly DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(`
    select quote_ident(c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select quote_ident(a.attname) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.position) as "primaryKey"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    order by c.relname`);
  return rows;
}

/** Reads rows in the order of the primary key, so that equal tables give equal bytes. */
export function copyOut({ name, columns, primaryKey }: DumpedTable): string {
  const order = primaryKey.length === 0 ? '' : ` order by ${primaryKey.join(', ')}`;
  return `copy (select ${columns.join(', ')} from ${name}${order}) to stdout`;
}

export const copyIn = ({ name, columns }: DumpedTable): string => `copy ${name} (${columns.join(', ')}) from stdin`;

/** Settings for the text form of values, and without a statement timeout: the same for dump, restore and comparison. */
export async function useDumpSettings(client: Client): Promise<void> {
  await client.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}
