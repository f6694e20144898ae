import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { prepareClient } from './prepare-client.js';

interface PostgresDriver {
  readonly master: Pool;
}

const hasPool = (driver: object): driver is PostgresDriver => 'master' in driver;

/** Returns TypeORM's pg pool, which plain statements share. */
export function poolOf(source: DataSource): Pool {
  if (!hasPool(source.driver)) {
    throw new Error('The data source is not connected to PostgreSQL.');
  }
  return source.driver.master;
}

/** Creates a pool to the same database as {@link poolOf}, with its own size and additional server settings. */
export function poolBeside(source: DataSource, size: number, settings: Readonly<Record<string, string>> = {}): Pool {
  const { options } = poolOf(source);
  const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new Pool({
    ...options,
    password: options.password, // not enumerable
    max: size,
    options: [options.options ?? '', ...words].join(' '),
  });
  pool.on('error', () => undefined); // a broken idle connection is discarded, and the next statement opens another one
  pool.on('connect', prepareClient);
  return pool;
}

/** Returns a TypeORM query runner on a connection of another pool, which is returned when the runner is released. */
export async function runnerOn(source: DataSource, pool: Pool): Promise<QueryRunner> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  return Object.assign(source.createQueryRunner(), {
    databaseConnection: client, // a runner with a connection takes none from its own pool
    releaseCallback: () => {
      client.removeListener('error', noteBroken);
      client.release(broken);
    },
  });
}

/** The pg connection that a query runner holds for its transaction. */
export async function clientOf(runner: QueryRunner): Promise<PoolClient> {
  const connection: unknown = await runner.connect();
  if (!isClient(connection)) {
    throw new Error('The query runner has no PostgreSQL connection.');
  }
  return prepareClient(connection);
}

const isClient = (connection: unknown): connection is PoolClient =>
  typeof connection === 'object' && connection !== null && 'query' in connection && 'release' in connection;
