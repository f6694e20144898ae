import { readFileSync, writeFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { EntityMetadata } from 'typeorm';
import { ENTITIES } from '../../src/entities.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';

const FILE = 'docs/tables.md';
const INTRODUCTION = `# Tables

Drawn by \`npm run docs:tables\` from the entities and the foreign keys of the migrated schema. Each picture shows the
tables of one folder, and, without columns, the tables of others that they refer to. PK is part of the primary key, FK refers
to another row; a dashed line is a reference that may be null.
`;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly nullable: boolean;
}

const foreignKeys = (): Promise<ForeignKey[]> =>
  app.sql<ForeignKey>(`
    select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as target,
           not a.attnotnull as nullable
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' order by 1, 2`);

/** `registry`, for an entity that lies in `src/modules/registry/tags`. */
function areas(): ReadonlyMap<unknown, string> {
  const list = readFileSync('src/entities.ts', 'utf8');
  const byName = new Map(
    [...list.matchAll(/import \{ (\w+) \} from '\.\/(\w+)\/([\w-]+)\//g)].map(
      ([, name, layer, folder]) => [name, layer === 'modules' ? folder : layer] as const,
    ),
  );
  return new Map(ENTITIES.map((entity) => [entity, byName.get(entity.name) ?? '']));
}

function draw(tables: readonly EntityMetadata[], keys: readonly ForeignKey[]): string {
  const names = new Set(tables.map(({ tableName }) => tableName));
  const own = keys.filter(({ table }) => names.has(table));
  const boxes = tables.map(({ tableName, columns }) => {
    const lines = columns.map(({ databaseName, isPrimary, type, isArray }) => {
      const isForeign = own.some(({ table, column }) => table === tableName && column === databaseName);
      const marks = [...(isPrimary ? ['PK'] : []), ...(isForeign ? ['FK'] : [])].join(', ');
      const typeName = String(type).replace('timestamp with time zone', 'timestamptz').replaceAll(' ', '_');
      return `    ${typeName}${isArray ? '[]' : ''} ${databaseName}${marks === '' ? '' : ` ${marks}`}`;
    });
    return `  ${tableName} {\n${lines.join('\n')}\n  }`;
  });
  const lines = own.map(
    ({ table, column, target, nullable }) => `  ${target} ${nullable ? '|o..o{' : '||--o{'} ${table} : ${column}`,
  );
  return ['```mermaid', 'erDiagram', ...boxes, ...lines, '```'].join('\n');
}

async function drawAll(): Promise<string> {
  const keys = await foreignKeys();
  const areaOf = areas();
  const entities = app.app.get(DataSource).entityMetadatas;
  const sections = [...new Set(areaOf.values())].sort().map((area) => {
    const tables = entities.filter(({ target }) => areaOf.get(target) === area);
    return `## ${area}\n\n${draw(
      tables.sort((a, b) => a.tableName.localeCompare(b.tableName)),
      keys,
    )}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

describe('docs/tables.md', () => {
  it('shows the tables as they are; `npm run docs:tables` draws them again', async () => {
    const drawn = await drawAll();
    if (process.env.DRAW_TABLES === '1') {
      writeFileSync(FILE, drawn);
    }

    expect(readFileSync(FILE, 'utf8')).toBe(drawn);
  });
});
