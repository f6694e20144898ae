import { readdirSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { createDatabase } from '../support/postgres.js';

const SCHEMA = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
  from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
  union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'migrations'
  order by 1`;

/** Indexes that another one of the same rows can be read for. */
const NEEDLESS_INDEXES = `
  with indexes as (
    select c.relname as name, i.indrelid, c.relam, i.indisunique, coalesce(pg_get_expr(i.indpred, i.indrelid), '') as rows,
      (select array_agg(concat_ws(' ', pg_get_indexdef(i.indexrelid, at, true), i.indclass[at - 1], i.indoption[at - 1]) order by at)
       from generate_series(1, i.indnkeyatts) at) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace)
  select needless.name, longer.name as "begins with it" from indexes needless
  join indexes longer on longer.indrelid = needless.indrelid and longer.name <> needless.name
    and longer.relam = needless.relam and longer.rows = needless.rows
    and longer.columns[1:cardinality(needless.columns)] = needless.columns
  where not needless.indisunique`;

/** The answer of a database that all migrations were run on. */
async function inMigrated<R>(query: string): Promise<R[]> {
  const database = await createDatabase('slipway_template');
  const source = await new DataSource(dataSourceOptions(database.connection, { poolSize: 2 })).initialize();
  const rows = await source.query<R[]>(query);
  await source.destroy();
  await database.drop();
  return rows;
}

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

  it('names its constraints and indexes, so that errors can be told apart', async () => {
    const names = await inMigrated<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       and conrelid::regclass::text <> 'migrations' and contype <> 'n'
       union select indexname from pg_indexes where schemaname = 'public' and tablename <> 'migrations'`,
    );

    expect(names.map(({ name }) => name).filter((name) => !/^(pk|fk|uq|ix|ck)_/.test(name))).toEqual([]);
  });

  it('leaves no index whose columns another one begins with', async () => {
    expect(await inMigrated(NEEDLESS_INDEXES)).toEqual([]);
  });
});
