import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { copyOut, listTables, useDumpSettings } from './dumped-tables.js';
import type { DumpedTable } from './dumped-tables.js';

export interface TableContent {
  readonly rows: number;
  /** SHA-256 of the rows as text, in the order of the primary key. */
  readonly sha256: string;
}

export interface TableDump extends DumpedTable, TableContent {}

export interface SequenceValue {
  readonly name: string;
  /** The last value assigned, as decimal text, since it may exceed JSON numbers. */
  readonly value: string;
}

export interface DatabaseDump {
  /** Names of the applied migrations, oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableDump[];
  readonly sequences: readonly SequenceValue[];
}

/** Stores a stream of bytes under a name. */
export type StoreFile = (name: string, bytes: Readable) => Promise<unknown>;

export const dumpFileOf = ({ name }: Pick<DumpedTable, 'name'>): string => `${name}.copy.gz`;

/** Runs `work` in one snapshot of the database. */
export async function inSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    await useDumpSettings(client);
    return await work();
  } finally {
    await client.query('rollback').catch(() => undefined); // the first error is the one that matters
  }
}

/** Dumps every table of the connection's snapshot, without holding a table in memory. */
export async function dumpDatabase(client: Client, store: StoreFile): Promise<DatabaseDump> {
  const tables: TableDump[] = [];
  for (const table of await listTables(client)) {
    tables.push({ ...table, ...(await dumpTable(client, table, store)) });
  }
  return { migrations: await appliedMigrations(client), tables, sequences: await sequenceValues(client) };
}

/** Reads the current content of the table, for comparison with its dump. */
export async function readContent(client: Client, table: DumpedTable): Promise<TableContent> {
  const rows = client.query(to(copyOut(table)));
  const counted = counting();
  await pipeline(
    rows,
    counted.stream,
    new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    }),
  );
  return { rows: rows.rowCount, sha256: counted.digest() };
}

/** Returns the rows of a query as lines of tab-separated text. */
export const copyQuery = (client: Client, query: string): Readable => client.query(to(`copy (${query}) to stdout`));

async function dumpTable(client: Client, table: DumpedTable, store: StoreFile): Promise<TableContent> {
  const rows = client.query(to(copyOut(table)));
  const counted = counting();
  const zipped = createGzip();
  await Promise.all([pipeline(rows, counted.stream, zipped), store(dumpFileOf(table), zipped)]);
  return { rows: rows.rowCount, sha256: counted.digest() };
}

function counting(): { readonly stream: Transform; digest(): string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

/** Returns the names of the applied migrations, oldest first. */
export async function appliedMigrations(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by timestamp, id');
  return rows.map(({ name }) => name);
}

/** Sequences are not part of snapshots: they are read after the rows, so that no value is too low. */
async function sequenceValues(client: Client): Promise<readonly SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(`
    select quote_ident(sequencename) as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`);
  return rows;
}
