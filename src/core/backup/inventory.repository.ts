import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { BLOB_REFERENCES } from '../../platform/blob/blob-references.js';
import { copyQuery } from '../../platform/database/dump/dump-database.js';

/** What rows of a snapshot name outside of the database, as lines of fields with tabs between them. */

/** Storage, path below it, and whether something was ever found there: `t` or `f`. */
export const repositoryLines = (client: Client): Readable =>
  copyQuery(client, `select storage, relative_path, size_bytes > 0 from repositories order by id`);

/** Key, size, and what names it. A schema of before has fewer tables. */
export async function blobLines(client: Client): Promise<Readable> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [Object.keys(BLOB_REFERENCES)],
  );
  const queries = rows.map(({ name }) => BLOB_REFERENCES[name] ?? '');
  return copyQuery(client, `select key, size, owner from (${queries.join(' union all ')}) as named`);
}
