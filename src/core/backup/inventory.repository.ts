import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { BLOB_REFERENCES } from '../../platform/blob/blob-references.js';
import { copyQuery } from '../../platform/database/dump/dump-database.js';

/** References outside the database that rows of a snapshot contain, as tab-separated lines. */

/** Storage, path below it, and whether it was ever written to: `t` or `f`. */
export const repositoryLines = (client: Client): Readable =>
  copyQuery(client, `select storage, relative_path, size_bytes > 0 from repositories order by id`);

/** Key, size, and owner. Older schemas have fewer tables. */
export async function blobLines(client: Client): Promise<Readable> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [Object.keys(BLOB_REFERENCES)],
  );
  const queries = rows.map(({ name }) => BLOB_REFERENCES[name] ?? '');
  return copyQuery(client, `select key, size, owner from (${queries.join(' union all ')}) as named`);
}
