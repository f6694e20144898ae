import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';

let app: TestApp;
let entities: readonly EntityMetadata[];

beforeAll(async () => {
  app = await startApp({ jobs: false });
  entities = app.app.get(DataSource).entityMetadatas;
});
afterAll(() => app.close());

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly filled: boolean;
}

/** One line for each column: `ci_triggers.id bigint not null, filled` where the database fills in what is absent. */
const lineOf = ({ table, name, type, nullable, filled }: ColumnRow): string =>
  `${table}.${name} ${type}${nullable ? '' : ' not null'}${filled ? ', filled' : ''}`;

async function migratedColumns(): Promise<string[]> {
  const rows = await app.sql<ColumnRow>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped`);
  return rows.map(lineOf).sort();
}

function describedColumns(): string[] {
  return entities
    .flatMap(({ tableName, columns }) =>
      columns.map((column) =>
        lineOf({
          table: tableName,
          name: column.databaseName,
          type: asPostgresWrites(column),
          nullable: column.isNullable,
          filled: column.default !== undefined || column.isGenerated || column.asExpression !== undefined,
        }),
      ),
    )
    .sort();
}

function asPostgresWrites({ type, precision, scale, isArray }: ColumnMetadata): string {
  const digits = [precision, scale].filter((part) => typeof part === 'number').join(',');
  const [first, ...rest] = String(type).split(' ');
  const name = digits === '' ? String(type) : [`${first}(${digits})`, ...rest].join(' ');
  return isArray ? `${name}[]` : name;
}

describe('every entity', () => {
  it('describes the migrated schema, column by column', async () => {
    expect(describedColumns()).toEqual(await migratedColumns());
  });

  it('is registered in the running program by src/entities.ts', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.entity.ts'),
    );
    const known = entities.map(({ name }) => name);

    expect(files.length).toBeGreaterThan(0);
    expect(files.map(classOf).filter((name) => !known.includes(name))).toEqual([]);
    expect(getMetadataArgsStorage().tables.length).toBe(entities.length);
  });
});

/** `core/tokens/access-token.entity.ts` → `AccessTokenEntity` */
const classOf = (file: string): string =>
  path
    .basename(file, '.ts')
    .split(/[-.]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
