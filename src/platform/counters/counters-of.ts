import sql from 'sql-template-tag';
import type { Database } from '../database/database.js';
import { bigint, select } from '../database/typed-sql.js';
import { counterOf } from './counter-of.js';

/** Values of a counter for many owners, by their ids, in one statement; see {@link counterOf}. */
export async function countersOf(
  database: Database,
  name: string,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.rows(
    select(
      { id: bigint`o.id`, value: counterOf(name, sql`o.id`) },
      sql`from unnest(${[...ownerIds]}::bigint[]) o (id)`,
    ),
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}
