import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { poolBeside } from './connection.js';
import { LOCK_NOT_AVAILABLE, sqlState } from './constraint.js';

/** Deletions hold this advisory lock shared, a backup holds it alone. */
const DELETION_LOCK = 7_310_031;
const CONNECTIONS = 4;
/** Git packs repositories and registries collect garbage in minutes; what takes longer is not waited for. */
const TIMEOUT_MS = 600_000;

/** Running deletions did not end in time, so that they could not be paused. */
export class DeletionsGoOn extends Error {}

/** Runs a deletion, or leaves it undone and answers false. */
export type RunDeletion = (work: () => Promise<void>) => Promise<boolean>;

/** For programs that no backup runs beside. */
export const deleteAtOnce: RunDeletion = async (work) => {
  await work();
  return true;
};

/**
 * Deletions of bytes outside of the database: stored objects, repositories, git objects. No process deletes any while a
 * backup copies what the rows of its snapshot name. Rows can be deleted meanwhile, since bytes are deleted after their row.
 */
@Injectable()
export class PausableDeletions implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly held = new AmbientValue<true>();

  constructor(source: DataSource) {
    this.pool = poolBeside(source, CONNECTIONS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /** Runs `work` unless deletions are paused; answers whether it ran. Inside of `work` they cannot be paused. */
  async run(work: () => Promise<void>): Promise<boolean> {
    if (this.held.get()) {
      await work();
      return true;
    }
    const client = await this.pool.connect();
    try {
      if (!(await takeShared(client))) {
        return false;
      }
      await this.held.run(true, work).finally(() => unlock(client, 'pg_advisory_unlock_shared'));
      return true;
    } finally {
      client.release();
    }
  }

  /** Runs `work` while there are no deletions in any process. Throws {@link DeletionsGoOn}. */
  async pauseWhile<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await pauseDeletions(client);
      const answer = await work();
      await requirePaused(client);
      return answer;
    } finally {
      await unlock(client, 'pg_advisory_unlock'); // a connection is closed in its own time, deletions go on now
      client.release(true); // its timeouts are not the pool's
    }
  }
}

/**
 * Waits for running deletions and pauses later ones until this connection ends. Throws {@link DeletionsGoOn} where they,
 * or another backup, take longer than ten minutes.
 */
export async function pauseDeletions(client: ClientBase): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = ${TIMEOUT_MS}`);
  try {
    await client.query('select pg_advisory_lock($1)', [DELETION_LOCK]);
  } catch (error) {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? new DeletionsGoOn('Deletions, or another backup, go on.') : error;
  }
}

/** Throws unless deletions are still paused: a connection that broke has released its lock. */
export async function requirePaused(client: ClientBase): Promise<void> {
  await client.query('select 1');
}

async function takeShared(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    DELETION_LOCK,
  ]);
  return rows[0]?.taken ?? false;
}

/** A connection that broke has released its locks by itself. */
async function unlock(client: PoolClient, release: 'pg_advisory_unlock' | 'pg_advisory_unlock_shared'): Promise<void> {
  await client.query(`select ${release}($1)`, [DELETION_LOCK]).catch(() => undefined);
}
