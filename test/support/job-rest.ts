import { Client } from 'pg';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/server-client.js';

const PATIENCE_MS = 30_000;

/**
 * Waits until every job that is due is done; throws when it takes longer than 30 s or a job has failed for good. With
 * `alive`, what other processes hold lapses now instead of in a minute: they were killed.
 */
export async function jobsAtRest(connection: EmbeddedConnection, { alive }: { alive?: number } = {}): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    if (alive !== undefined) {
      await client.query('update jobs set run_at = now() where leased_by not like $1', [`%-${alive}-%`]);
      await client.query('update idempotency_keys set leased_until = now() where status is null');
    }
    await untilNone(client);
  } finally {
    await client.end();
  }
}

async function untilNone(client: Client): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const due = await client.query(
      `select name, attempts, leased_by, dead_at, last_error from jobs
       where dead_at is not null or leased_by is not null or run_at < now() + interval '20 seconds'`,
    );
    const isDead = due.rows.some(({ dead_at: deadAt }) => deadAt !== null);
    if (due.rows.length === 0) {
      return;
    }
    if (isDead || performance.now() > deadline) {
      throw new Error(`Jobs did not come to rest: ${JSON.stringify(due.rows)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
