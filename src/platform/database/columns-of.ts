import { raw } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import { SnakeNaming } from './snake-naming.js';
import type { Columns, Expression, SqlType } from './typed-sql.js';

/** An entity class of TypeORM. */
export type EntityClass<E extends object> = new () => E;

/** The columns of an entity as they are read, without its methods. */
export type EntityColumns<E extends object> = {
  readonly [K in keyof E as E[K] extends (...args: never[]) => unknown ? never : K & string]: Expression<E[K]>;
};

const NAMING = new SnakeNaming();
const SAME_AS: Readonly<Record<string, SqlType>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'bytea',
  date: 'date',
  'double precision': 'double precision',
  integer: 'integer',
  json: 'json',
  jsonb: 'json',
  numeric: 'numeric',
  smallint: 'integer',
  text: 'text',
  'timestamp with time zone': 'timestamptz',
  uuid: 'uuid',
};

/**
 * All or some columns of an entity as a select list over `<table> <alias>`: the row type follows from the entity, and a
 * renamed column is a compiler error.
 */
export function columnsOf<E extends object>(entity: EntityClass<E>, alias: string): EntityColumns<E>;
export function columnsOf<E extends object, K extends keyof EntityColumns<E>>(
  entity: EntityClass<E>,
  alias: string,
  ...names: readonly K[]
): Pick<EntityColumns<E>, K>;
export function columnsOf(entity: EntityClass<object>, alias: string, ...names: readonly string[]): Columns {
  const all = allColumns(entity, alias);
  return names.length === 0 ? all : Object.fromEntries(names.map((name) => [name, known(all, name, entity)]));
}

function allColumns(entity: EntityClass<object>, alias: string): Columns {
  return Object.fromEntries(
    getMetadataArgsStorage()
      .filterColumns([...withParents(entity)])
      .map(({ propertyName, options }) => {
        const column = NAMING.columnName(propertyName, options.name);
        const type = sqlType(options.type, options.array);
        return [propertyName, { sql: raw(`${alias}.${column}`), type, isNeverNull: options.nullable !== true }];
      }),
  );
}

/** The entity and its ancestors, whose columns it inherits. */
function withParents(entity: EntityClass<object>): readonly EntityClass<object>[] {
  const parent: unknown = Object.getPrototypeOf(entity);
  return isEntityClass(parent) ? [entity, ...withParents(parent)] : [entity];
}

const isEntityClass = (value: unknown): value is EntityClass<object> =>
  typeof value === 'function' && value !== Function.prototype;

function known(columns: Columns, name: string, entity: EntityClass<object>): Expression<unknown> {
  const column = columns[name];
  if (!column) {
    throw new TypeError(`${entity.name} has no column ${name}`);
  }
  return column;
}

function sqlType(type: unknown, array = false): SqlType {
  const known = typeof type === 'string' ? SAME_AS[type] : undefined;
  if (known === undefined) {
    throw new TypeError(`A column of the type ${String(type)} cannot be selected yet`);
  }
  if (!array) {
    return known;
  }
  return known === 'text' ? 'text[]' : 'bigint[]';
}
