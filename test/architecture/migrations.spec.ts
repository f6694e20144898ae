import { readdirSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { startApp } from '../support/app.js';
import { createDatabase } from '../support/postgres.js';

const SCHEMA = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
  from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
  union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'migrations'
  order by 1`;

describe('every migration', () => {
  it('has a file and is listed, in the order of their times', () => {
    const files = readdirSync('src/platform/database/migrations').filter((name) => /^\d+-.*\.ts$/.test(name));

    expect(migrations.map(({ name }) => name.slice(-13))).toEqual(files.map((name) => name.slice(0, 13)).sort());
  });

  it('goes up, down to nothing, and up again to the same schema', async () => {
    const database = await createDatabase();
    const source = await new DataSource(dataSourceOptions(database.connection, { poolSize: 2 })).initialize();
    const schema = async () => (await source.query<{ line: string }[]>(SCHEMA)).map(({ line }) => line);

    await source.runMigrations();
    const first = await schema();
    for (let left = migrations.length; left > 0; left--) {
      await source.undoLastMigration();
    }
    const emptied = await schema();
    await source.runMigrations();
    const second = await schema();
    await source.destroy();
    await database.drop();

    expect(first.length).toBeGreaterThan(50);
    expect(emptied).toEqual([]);
    expect(second).toEqual(first);
  });

  it('names its constraints, so that errors can be told apart', async () => {
    const database = await createDatabase('slipway_template');
    const source = await new DataSource(dataSourceOptions(database.connection, { poolSize: 2 })).initialize();
    const names = await source.query<{ conname: string; contype: string }[]>(
      `select conname, contype from pg_constraint where connamespace = 'public'::regnamespace
       and conrelid::regclass::text <> 'migrations' and contype <> 'n'`,
    );
    await source.destroy();
    await database.drop();

    expect(names.filter(({ conname }) => !/^(pk|fk|uq|ix|ck)_/.test(conname))).toEqual([]);
  });

  it('leaves the tables that the entities describe', async () => {
    const app = await startApp({ jobs: false });
    const source = app.app.get(DataSource);
    const rows = await app.sql<{ table_name: string; column_name: string; is_nullable: string; data_type: string }>(
      `select table_name, column_name, is_nullable, data_type from information_schema.columns where table_schema = 'public'`,
    );
    const tables = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
    const wrong = source.entityMetadatas.flatMap((entity) =>
      entity.columns.flatMap((column) => {
        const row = tables.get(`${entity.tableName}.${column.databaseName}`);
        const type = column.isArray ? 'ARRAY' : source.driver.normalizeType(column);
        const same = row?.is_nullable === (column.isNullable ? 'YES' : 'NO') && row.data_type === type;
        return same ? [] : [`${entity.tableName}.${column.databaseName}: ${JSON.stringify(row)} / ${type}`];
      }),
    );
    await app.close();

    expect(wrong).toEqual([]);
  });
});
