import { Client } from 'pg';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/server-client.js';

const PATIENCE_MS = 60_000;

/** Lets what other processes than `alive` hold or began lapse now, instead of after 30 and 60 s: they were killed. */
export async function lapseLeases(connection: EmbeddedConnection, { alive }: { alive: number }): Promise<void> {
  await asked(connection, async (client) => {
    await client.query('update jobs set run_at = now() where leased_by not like $1', [`%-${alive}-%`]);
    await client.query("update ref_intents set created_at = created_at - interval '30 seconds'");
    await client.query('update idempotency_keys set leased_until = now() where status is null');
  });
}

/**
 * Waits until every job that is due is done and every push is followed up; throws when it takes longer than 60 s or a job
 * has failed for good.
 */
export async function jobsAtRest(connection: EmbeddedConnection): Promise<void> {
  await asked(connection, async (client) => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await client.query<{ dead_at: string | null }>(
        `select name, attempts, leased_by, dead_at, last_error from jobs
         where dead_at is not null or leased_by is not null or run_at <= now()
         union all
         select 'push', 0, owner, null, null from ref_intents`,
      );
      if (rows.length === 0) {
        return;
      }
      if (rows.some(({ dead_at: deadAt }) => deadAt !== null) || performance.now() > deadline) {
        throw new Error(`Jobs did not come to rest: ${JSON.stringify(rows)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

async function asked(connection: EmbeddedConnection, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
