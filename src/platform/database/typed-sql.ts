import type { QueryResultRow } from 'pg';
import sql, { empty, join, raw } from 'sql-template-tag';
import type { RawValue, Sql } from 'sql-template-tag';

/** PostgreSQL types of columns and expressions; the constructors below document how their values are received. */
export type SqlType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'double precision'
  | 'integer'
  | 'json'
  | 'numeric'
  | 'text'
  | 'timestamptz'
  | 'uuid'
  | 'bigint[]'
  | 'bytea[]'
  | 'text[]';

/** SQL whose value in a row has the type T. */
export interface Expression<T> {
  readonly sql: Sql;
  readonly type: SqlType;
  /** Whether the column is declared `not null`. */
  readonly isNeverNull?: boolean;
  /** Only for the compiler: never set. */
  readonly value?: T;
}

/** A select list: names of the row's properties and their expressions. */
export type Columns = Readonly<Record<string, Expression<unknown>>>;

/** The row type of a select list. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Expression<infer T> ? T : never;
};

const expression =
  <Value>(type: SqlType) =>
  <T extends Value = Value>(parts: readonly string[], ...values: readonly RawValue[]): Expression<T> => ({
    sql: sql(parts, ...values),
    type,
  });

/** Tags for computed values: `` { total: bigint`count(*)` } ``. */
export const bigint = expression<number>('bigint');
export const boolean = expression<boolean>('boolean');
export const bytea = expression<Buffer>('bytea');
export const double = expression<number>('double precision');
export const integer = expression<number>('integer');
/** A JSON value; times inside it have PostgreSQL's format. */
export const json = expression<unknown>('json');
export const text = expression<string>('text');
/** Received in the format of the wire: `2026-11-22T09:56:30.120Z`. */
export const timestamptz = expression<string>('timestamptz');
export const bigints = expression<readonly number[]>('bigint[]');
export const byteas = expression<readonly Buffer[]>('bytea[]');
export const texts = expression<readonly string[]>('text[]');

export const nullable = <T>({ sql: value, type }: Expression<T>): Expression<T | null> => ({ sql: value, type });

/** Columns of a left-joined table. */
export function optional<C extends Columns>(
  columns: C,
): { readonly [K in keyof C]: C[K] extends Expression<infer T> ? Expression<T | null> : never };
export function optional(columns: Columns): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, nullable(column)]));
}

/** Columns as one JSON object. Times are refused, since inside JSON they would not have the format of the wire. */
export function jsonObject<C extends Columns>(columns: C): Expression<RowOf<C>> {
  const pairs = Object.entries(columns).map(([name, { sql: value, type }]) => {
    if (type === 'timestamptz' || type === 'bytea') {
      throw new TypeError(`${name} is a ${type}, which JSON has no form for`);
    }
    return sql`${raw(`'${name}'`)}, ${value}`;
  });
  return { sql: sql`json_build_object(${join(pairs)})`, type: 'json' };
}

/** Like {@link jsonObject}, but null when the condition is false: `o.id is not null` after a left join. */
export const jsonObjectIf = <C extends Columns>(condition: Sql, columns: C): Expression<RowOf<C> | null> => ({
  sql: sql`case when ${condition} then ${jsonObject(columns).sql} end`,
  type: 'json',
});

/** Rows of a subquery as one JSON array, in no particular order. */
export const jsonRows = <C extends Columns>(columns: C, rest: Sql): Expression<readonly RowOf<C>[]> => ({
  sql: sql`(select coalesce(json_agg(${jsonObject(columns).sql}), '[]') ${rest})`,
  type: 'json',
});

/** `(select <value> <rest>)`, null when there is no such row. */
export const lookup = <T>({ sql: value, type }: Expression<T>, rest: Sql): Expression<T | null> => ({
  sql: sql`(select ${value} ${rest})`,
  type,
});

/** A statement and the columns of its rows. */
export class Query<R extends QueryResultRow> {
  /** Only for the compiler. */
  declare readonly row: R;

  constructor(
    readonly columns: Columns,
    readonly sql: Sql,
  ) {}
}

/** `<before> select <columns> <rest>`; `before` is for common table expressions. */
export function select<C extends Columns>(columns: C, rest: Sql, before: Sql = empty): Query<RowOf<C>> {
  return new Query(columns, sql`${before} select ${selectList(columns)} ${rest}`);
}

/** `<change> returning <columns>` */
export function returning<C extends Columns>(columns: C, change: Sql): Query<RowOf<C>> {
  return new Query(columns, sql`${change} returning ${selectList(columns)}`);
}

/** A statement that contains its select list itself, from {@link selectList} or with the same names. */
export function query<C extends Columns>(columns: C, statement: Sql): Query<RowOf<C>> {
  return new Query(columns, statement);
}

/** Most select lists are constants, and composing one of twenty columns takes microseconds. */
const lists = new WeakMap<Columns, Sql>();

/** `t.id as "id", t.project_id as "projectId"` */
export function selectList(columns: Columns): Sql {
  const known = lists.get(columns);
  if (known) {
    return known;
  }
  const list = join(Object.entries(columns).map(([name, { sql: value }]) => sql`${value} as ${raw(`"${name}"`)}`));
  lists.set(columns, list);
  return list;
}

/**
 * Constant columns combined with columns that depend on the request, such as the viewer's permissions: the list of the
 * former is composed once.
 */
export function extended<A extends Columns, B extends Columns>(constant: A, more: B): A & B {
  const columns = { ...constant, ...more };
  lists.set(columns, sql`${selectList(constant)}, ${selectList(more)}`);
  return columns;
}

/** OIDs of the types that are received as the constructors above promise. */
const ARRIVES_AS: Readonly<Record<SqlType, readonly number[]>> = {
  bigint: [20, 21, 23],
  boolean: [16],
  bytea: [17],
  date: [1082],
  'double precision': [700, 701],
  integer: [20, 21, 23],
  json: [114, 3802],
  numeric: [1700],
  text: [18, 19, 25, 1043],
  timestamptz: [1184],
  uuid: [2950],
  'bigint[]': [1007, 1016],
  'bytea[]': [1001],
  'text[]': [1009],
};

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Throws for a statement whose columns differ from the declared ones; checked once per text. */
export function requireColumns(
  { columns, sql: { text: statement } }: Query<QueryResultRow>,
  fields: readonly Field[],
): void {
  const names = Object.keys(columns);
  const wrong = fields.filter(({ name, dataTypeID }) => {
    const column = columns[name];
    return !column || !ARRIVES_AS[column.type].includes(dataTypeID);
  });
  if (wrong.length > 0 || fields.length !== names.length) {
    const found = fields.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join(', ');
    const declared = names.map((name) => `${name}:${columns[name]?.type}`).join(', ');
    throw new TypeError(`A statement answers ${found}, declared are ${declared}: ${statement}`);
  }
}
