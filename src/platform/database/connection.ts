import type { Pool, PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

interface PostgresDriver {
  readonly master: Pool;
}

const hasPool = (driver: object): driver is PostgresDriver => 'master' in driver;

/** The pg pool under TypeORM, shared by lean reads: there is never a second one. */
export function poolOf(source: DataSource): Pool {
  if (!hasPool(source.driver)) {
    throw new Error('The data source is not connected to PostgreSQL.');
  }
  return source.driver.master;
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
