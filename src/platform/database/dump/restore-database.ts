import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { dumpFileOf, inSnapshot, readContent } from './dump-database.js';
import type { DatabaseDump, TableDump } from './dump-database.js';
import { copyIn, listTables, useDumpSettings } from './dumped-tables.js';

/** The restored rows differ from the dumped ones; the message names the table. */
export class DumpMismatch extends Error {}

/**
 * Fills a database that has the migrations of the dump, in one transaction. Foreign keys and triggers are disabled for
 * it, since the rows of one snapshot are consistent. The connection must belong to a superuser.
 */
export async function restoreDatabase(
  client: Client,
  dump: DatabaseDump,
  openFile: (name: string) => Readable,
): Promise<void> {
  await requireSameTables(client, dump);
  await client.query('begin');
  try {
    await useDumpSettings(client);
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${dump.tables.map(({ name }) => name).join(', ')}`); // migrations insert rows as well
    for (const table of dump.tables) {
      await pipeline(openFile(dumpFileOf(table)), createGunzip(), client.query(from(copyIn(table))));
    }
    for (const { name, value } of dump.sequences) {
      await client.query('select setval($1::regclass, $2)', [name, value]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the first error is the one that matters
    throw error;
  }
  await client.query('analyze');
}

/** Reads every table again. Throws {@link DumpMismatch} when its rows differ from the dump. */
export async function requireSameRows(client: Client, { tables }: DatabaseDump): Promise<void> {
  await inSnapshot(client, async () => {
    for (const table of tables) {
      const { rows, sha256 } = await readContent(client, table);
      if (rows !== table.rows || sha256 !== table.sha256) {
        throw new DumpMismatch(`table ${table.name} has other rows than its dump (${rows} of ${table.rows})`);
      }
    }
  });
}

async function requireSameTables(client: Client, { tables }: DatabaseDump): Promise<void> {
  const shape = (table: Pick<TableDump, 'name' | 'columns'>): string => `${table.name} (${table.columns.join(', ')})`;
  const dumped = tables.map(shape).sort();
  const created = (await listTables(client)).map(shape).sort();
  const odd = dumped.find((table) => !created.includes(table)) ?? created.find((table) => !dumped.includes(table));
  if (odd !== undefined) {
    throw new DumpMismatch(`the migrations make other tables than the dump has: ${odd}`);
  }
}
