import { DataSource } from 'typeorm';
import type { DatabaseConnection } from './data-source.js';
import { dataSourceOptions } from './data-source.js';

/** Key of the advisory lock under which schemas change; any number, the same in every process. */
const MIGRATION_LOCK = 7_310_001;

/** Runs pending migrations; several processes may start at once, one of them migrates (contract: core §1.3). */
export async function migrate(connection: DatabaseConnection): Promise<readonly string[]> {
  const source = await new DataSource(
    dataSourceOptions(connection, { poolSize: 2, statementTimeoutMs: 0 }),
  ).initialize();
  try {
    const guard = source.createQueryRunner();
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await source.runMigrations();
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await guard.release();
    return done.map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}
