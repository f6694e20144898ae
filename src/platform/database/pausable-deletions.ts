import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { AmbientValue } from '../../common/concurrency/ambient-value.js';
import { poolBeside } from './connection.js';
import { LOCK_NOT_AVAILABLE, sqlState } from './database-errors.js';

/** Deletions hold this advisory lock shared, a backup exclusively. */
const DELETION_LOCK = 7_310_031;
const CONNECTIONS = 4;
/** Packing of repositories and garbage collection of registries take minutes; longer deletions are not awaited. */
const TIMEOUT_MS = 600_000;

/** Running deletions did not end in time, so they could not be paused. */
export class DeletionsGoOn extends Error {}

/** Runs a deletion, or skips it and returns false. */
export type RunDeletion = (work: () => Promise<void>) => Promise<boolean>;

/** For programs during which no backup runs. */
export const deleteAtOnce: RunDeletion = async (work) => {
  await work();
  return true;
};

/**
 * Deletions of bytes outside the database: stored objects, repositories, git objects. No process deletes any while a
 * backup copies what the rows of its snapshot refer to. Rows can still be deleted, since bytes are deleted after their
 * row.
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

  /** Runs `work` unless deletions are paused; returns whether it ran. They cannot be paused while it runs. */
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

  /** Runs `work` while no process deletes anything. Throws {@link DeletionsGoOn}. */
  async pauseWhile<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await pauseDeletions(client);
      const answer = await work();
      await requirePaused(client);
      return answer;
    } finally {
      await unlock(client, 'pg_advisory_unlock'); // closing the connection may take a while, but deletions may continue now
      client.release(true); // its timeouts differ from the pool's
    }
  }
}

/**
 * Waits for running deletions and pauses later ones until this connection ends. Throws {@link DeletionsGoOn} when they,
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

/** Throws unless deletions are still paused: a broken connection has released its lock. */
export async function requirePaused(client: ClientBase): Promise<void> {
  await client.query('select 1');
}

async function takeShared(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    DELETION_LOCK,
  ]);
  return rows[0]?.taken ?? false;
}

/** A broken connection has already released its locks. */
async function unlock(client: PoolClient, release: 'pg_advisory_unlock' | 'pg_advisory_unlock_shared'): Promise<void> {
  await client.query(`select ${release}($1)`, [DELETION_LOCK]).catch(() => undefined);
}
