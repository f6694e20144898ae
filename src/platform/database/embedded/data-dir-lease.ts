import type { Client } from 'pg';
import type { EmbeddedConnection } from './server-client.js';
import { connect } from './server-client.js';

/** What a process does with a data directory; any number of them share it (contract: core §1.1). */
export type ProcessRole = 'serve' | 'worker' | 'cli';

export interface LeaseRequest {
  readonly connection: EmbeddedConnection;
  readonly role: ProcessRole;
}

export interface DataDirLease {
  /** Settles when the lease is lost because its connection is; never after `release`. */
  readonly lost: Promise<void>;
  /**
   * Gives the lease back. `last` says that no other process holds one, and from then on nobody gets one any more,
   * until the server is stopped or `close` is called.
   */
  release(): Promise<{ readonly last: boolean }>;
  close(): Promise<void>;
}

/** An advisory lock of a session; the database forgets it together with a process that dies. */
const LOCK_FAMILY = 7310;
const USING = 2;

/** Takes the lease of a data directory for this process. */
export async function takeServiceLease({ connection, role }: LeaseRequest): Promise<DataDirLease> {
  const client = await connect(connection, `slipway ${role} ${process.pid}`);
  try {
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [LOCK_FAMILY, USING]);
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

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [LOCK_FAMILY, USING]);
    return await tryLock(client);
  } catch {
    return false; // the server is gone already: nothing is left to stop
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    LOCK_FAMILY,
    USING,
  ]);
  return rows[0]?.taken === true;
}
