// One service on an embedded database of its own, for the growth benchmark.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const TOKEN = 'bench-token-0123456789abcdef';
const UP_WITHIN_MS = 120_000;
const POLL_MS = 100;

/**
 * Starts the service on a new data directory, or on that of an earlier run; `stop` ends it, `remove` deletes what it
 * stored.
 */
export function newInstance(port, dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-growth-'))) {
  const instance = {
    api: `http://127.0.0.1:${port}/api/v4`,
    adminToken: TOKEN,
    dataDir,
    start: async () => {
      instance.service = spawn(process.execPath, ['src/start.mjs'], {
        env: { ...process.env, PORT: port, DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilUp(`http://127.0.0.1:${port}/-/readiness`, instance.service);
    },
    stop: () => stop(instance.service),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
  return instance;
}

/** Runs `work` with a connection to the database of a running instance. */
export async function withDatabase({ dataDir }, work) {
  const { startEmbeddedPostgres } = await import('../../dist/platform/database/embedded/embedded-postgres.js');
  const { connection } = await startEmbeddedPostgres({ dataDir }); // adopts the running server
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A call as the administrator; answers the body. */
export async function call({ api, adminToken }, method, target, body) {
  const headers = { 'PRIVATE-TOKEN': adminToken, 'Content-Type': 'application/json' };
  const response = await fetch(`${api}${target}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) {
    throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

async function stop(service) {
  if (service === undefined || service.exitCode !== null) {
    return;
  }
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
}

async function untilUp(url, service) {
  const end = performance.now() + UP_WITHIN_MS;
  while (performance.now() < end && service.exitCode === null) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The service did not come up.');
}
