import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartRefused } from '../../cli/start-refused.js';
import type { EmbeddedConnection } from './server-client.js';
import { connect } from './server-client.js';

/** What a process does with a data directory: one may serve it, any number may work on it in addition. */
export type ProcessRole = 'serve' | 'worker' | 'cli';

export interface LeaseRequest {
  readonly connection: EmbeddedConnection;
  readonly role: ProcessRole;
  /** Shown in the error message. */
  readonly dataDir: string;
}

export interface DataDirLease {
  /** Settles when the lease is lost together with its connection; never after `release`. */
  readonly lost: Promise<void>;
  /**
   * Releases the lease. `last` means that no other process holds one; from then on no process gets one, until the
   * server is stopped or `close` is called.
   */
  release(): Promise<{ readonly last: boolean }>;
  close(): Promise<void>;
}

/** Session-level advisory locks; the database releases them when a process dies. */
const LOCK_FAMILY = 7310;
const SERVING = 1;
const USING = 2;

const POLL_MS = 100;
const TIMEOUT_MS = 2000;

/**
 * Acquires the lease of a data directory for this process. Throws {@link StartRefused} when the role is `serve` and
 * another process holds it.
 */
export async function takeServiceLease({ connection, role, dataDir }: LeaseRequest): Promise<DataDirLease> {
  const client = await connect(connection, `slipway ${role} ${process.pid}`);
  try {
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [LOCK_FAMILY, USING]);
    if (role === 'serve' && !(await becomesServer(client))) {
      const holder = await servingProcess(client);
      throw new StartRefused(`Slipway already runs on ${dataDir}${holder}. Stop it first, or choose another DATA_DIR.`);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return leaseOf(client);
}

function leaseOf(client: Client): DataDirLease {
  let released = false;
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => {
      if (!released) {
        resolve();
      }
    });
  });
  return {
    lost,
    release: async () => {
      released = true;
      const last = await isLast(client);
      if (!last) {
        await client.end();
      }
      return { last };
    },
    close: () => client.end(),
  };
}

/** A killed process may hold its lock for another moment. */
async function becomesServer(client: Client): Promise<boolean> {
  for (let waited = 0; waited <= TIMEOUT_MS; waited += POLL_MS) {
    if (await tryLock(client, SERVING)) {
      return true;
    }
    await sleep(POLL_MS);
  }
  return false;
}

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [LOCK_FAMILY, USING]);
    return await tryLock(client, USING);
  } catch {
    return false; // the server is already gone, so there is nothing to stop
  }
}

async function tryLock(client: Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    LOCK_FAMILY,
    lock,
  ]);
  return rows[0]?.taken === true;
}

/** ` (process 123)`, from the name of the serving process's connection. */
async function servingProcess(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
      WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    [LOCK_FAMILY, SERVING],
  );
  const pid = /\d+$/.exec(rows[0]?.name ?? '')?.[0];
  return pid === undefined ? '' : ` (process ${pid})`;
}
