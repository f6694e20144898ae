import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { hasCode } from '../../platform/blob/filesystem/durable.js';
import { CommandFailed, commandFailed } from '../../platform/cli/command-failed.js';
import type { Env } from '../../platform/config/env.js';
import { EmbeddedDatabase } from '../../platform/database/embedded/embedded-database.js';
import { connect } from '../../platform/database/embedded/server-client.js';
import type { EmbeddedConnection } from '../../platform/database/embedded/server-client.js';
import { requireFinishedRestore } from '../../platform/database/embedded/unfinished-restore.js';

const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Runs `work` on the database of an existing instance, without migrating it. */
export async function withEmbeddedDatabase(env: Env, work: (client: Client) => Promise<void>): Promise<void> {
  await requireFinishedRestore(env.dataDir);
  await access(path.join(env.dataDir, 'postgres', 'cluster')).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT')
      ? new CommandFailed(`There is no database in ${env.dataDir}: nothing to back up.`)
      : commandFailed('The backup', error);
  });
  const database = await EmbeddedDatabase.open({ dataDir: env.dataDir, role: 'cli', log: report });
  try {
    await withClient(database.connection, 'slipway backup', work);
  } finally {
    await database.close();
  }
}

/** Runs `work` on a new database in a data directory that has none yet. */
export async function withNewDatabase(
  env: Env,
  work: (connection: EmbeddedConnection) => Promise<void>,
): Promise<void> {
  const database = await EmbeddedDatabase.open({ dataDir: env.dataDir, role: 'serve', log: report });
  try {
    await work(database.connection);
  } finally {
    await database.close();
  }
}

/** Runs `work` on a separate connection, which is closed afterwards. */
export async function withClient(
  connection: EmbeddedConnection,
  name: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = await connect(connection, name);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
