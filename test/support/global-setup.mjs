import { spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { buildIfStale } from '../../src/start/build.mjs';

/** Nothing here outlives the run, so nothing is made durable. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

/** Waits for the end of its standard input, which also comes when this process is killed; then clears everything away. */
const GUARD =
  'server=$1; shift; read -r _; kill -INT "$server"; while kill -0 "$server"; do sleep 0.02; done; rm -rf -- "$@"';

/** One server for the whole run. Jest calls this only when a spec of this project is selected. */
export default async function startTestServer({ rootDir }) {
  await buildIfStale(rootDir, console.warn); // what the specs meet is the built program
  const { startEmbeddedPostgres } = await import('../../dist/platform/database/embedded/embedded-postgres.js');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slipway-test-'));
  await chmod(dataDir, 0o711); // when root runs the tests, the server is somebody else
  const { connection, processId, socketDirectory } = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const { SLIPWAY_TEST_SCRATCH: scratch = dataDir } = process.env;
  const directories = [dataDir, await realpath(path.join(dataDir, 'postgres')), socketDirectory, scratch];
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(processId), ...directories], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  guard.stdin.unref();
  globalThis.slipwayTestServerGuard = guard;
  process.env.SLIPWAY_TEST_PG = JSON.stringify(connection);
  await prepareTemplate(connection);
}

/** A migrated, empty database that every spec file copies. */
async function prepareTemplate(connection) {
  const { migrate } = await import('../../dist/platform/database/migrate.js');
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query('CREATE DATABASE slipway_template');
  await client.end();
  await migrate({ ...connection, database: 'slipway_template' });
}
