import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

interface PostgresDriver {
  readonly master: Pool;
}

const hasPool = (driver: object): driver is PostgresDriver => 'master' in driver;

/** The pg pool under TypeORM, shared by lean reads. */
export function poolOf(source: DataSource): Pool {
  if (!hasPool(source.driver)) {
    throw new Error('The data source is not connected to PostgreSQL.');
  }
  return source.driver.master;
}

/**
 * Few connections beside those of {@link poolOf}, for single statements on behalf of callers that hold one of those
 * already: were they to wait for a second one, enough of them would wait for each other.
 */
export function sidePoolOf(source: DataSource, size: number): Pool {
  const { options } = poolOf(source);
  const pool = new Pool({ ...options, password: options.password, max: size }); // the password is not enumerable
  pool.on('error', () => undefined); // a broken idle connection is replaced by the next statement
  return pool;
}

/** The pg connection that a query runner holds for its transaction. */
export async function clientOf(runner: QueryRunner): Promise<PoolClient> {
  const connection: unknown = await runner.connect();
  if (!isClient(connection)) {
    throw new Error('The query runner has no PostgreSQL connection.');
  }
  return connection;
}

const isClient = (connection: unknown): connection is PoolClient =>
  typeof connection === 'object' && connection !== null && 'query' in connection && 'release' in connection;
