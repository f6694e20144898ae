import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/server-client.js';

export interface TestDatabase {
  readonly connection: EmbeddedConnection;
  /** Ends whatever is still connected to it. */
  drop(): Promise<void>;
}

/** The server of this test run, which `global-setup.mjs` started; its database `postgres` is for making others. */
export function testConnection(): EmbeddedConnection {
  const connection = process.env.SLIPWAY_TEST_PG;
  if (connection === undefined) {
    throw new Error('No test server runs: only specs of the project e2e have one.');
  }
  return { ...(JSON.parse(connection) as EmbeddedConnection), database: 'postgres' };
}

/** A database of its own, empty or a copy of `template` (nobody may be connected to that one meanwhile). */
export async function createDatabase(template = 'template0'): Promise<TestDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await run(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    connection: { ...testConnection(), database },
    drop: () => run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

async function run(statement: string): Promise<void> {
  const client = new Client(testConnection());
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
