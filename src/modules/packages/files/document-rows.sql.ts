import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * Maximum stored size in bytes of the metadata held in memory at once. Stored metadata is compressed, perhaps to a
 * hundredth of its size. The stored size is known without reading the rows.
 */
const STORED_BYTES_AT_ONCE = 128 * 1024;

/** The table and columns of metadata, such as `package_files f`, `f.id` and `f.metadata`. */
export interface DocumentTable {
  readonly table: Sql;
  readonly id: Sql;
  readonly metadata: Sql;
}

/**
 * `(id, place)` of the first of these rows, and of the following ones as long as their metadata may be held in memory
 * together.
 */
export const heldAtOnce = (ids: readonly number[], { table, id, metadata }: DocumentTable): Sql => sql`(
  select w.id, w.place from (
    select w.id, w.place, row_number() over (order by w.place) as nth,
      sum(pg_column_size(${metadata})) over (order by w.place) as stored
    from unnest(${[...ids]}::bigint[]) with ordinality w(id, place) join ${table} on ${id} = w.id) w
  where w.nth = 1 or w.stored <= ${STORED_BYTES_AT_ONCE}::bigint)`;
