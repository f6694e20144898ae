import { DataSource } from 'typeorm';
import { StartRefused } from '../cli/start-refused.js';
import type { DatabaseConnection } from './data-source.js';
import { dataSourceOptions } from './data-source.js';
import { migrations } from './migrations/index.js';

/** Key of the advisory lock for schema changes: an arbitrary number, the same in every process. */
const MIGRATION_LOCK = 7_310_001;

/**
 * Runs pending migrations. Several processes may start at once; one of them migrates (contract: core §1.3). Throws
 * {@link StartRefused} for a database that a newer program has migrated, since this one does not know the meaning of
 * its rows.
 */
export function migrate(connection: DatabaseConnection): Promise<readonly string[]> {
  return run(connection, migrations);
}

/** Runs exactly these migrations, to create the schema of a dump. */
export async function migrateTo(connection: DatabaseConnection, names: readonly string[]): Promise<void> {
  await run(
    connection,
    migrations.filter(({ name }) => names.includes(name)),
  );
}

/** Returns the migrations that this program does not know. */
export function unknownMigrations(names: readonly string[]): readonly string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

async function run(connection: DatabaseConnection, wanted: typeof migrations): Promise<readonly string[]> {
  const options = dataSourceOptions(connection, { poolSize: 2, statementTimeoutMs: 0 });
  const source = await new DataSource({ ...options, migrations: wanted }).initialize();
  try {
    const guard = source.createQueryRunner();
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireKnown(source);
    const done = await source.runMigrations();
    await guard.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await guard.release();
    return done.map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}

async function requireKnown(source: DataSource): Promise<void> {
  const [table] = await source.query<{ exists: boolean }[]>(`select to_regclass('migrations') is not null as exists`);
  if (table?.exists !== true) {
    return;
  }
  const applied = await source.query<{ name: string }[]>('select name from migrations order by timestamp');
  const [unknown] = unknownMigrations(applied.map(({ name }) => name));
  if (unknown !== undefined) {
    throw new StartRefused(
      `The database was migrated by a newer Slipway (${unknown}): start that one, or restore a backup of this one.`,
    );
  }
}
