import pg from 'pg';
import type { Connection, FieldDef, QueryResultRow, Submittable } from 'pg';
import { parameterOf } from './parameter-of.js';

/** Result of a statement; `rowCount` is null for statements without a count. */
export interface StatementResult<R extends QueryResultRow = QueryResultRow> {
  readonly rows: R[];
  readonly rowCount: number | null;
  readonly fields: readonly FieldDef[];
}

/** Columns of a statement's rows. */
interface RowShape {
  readonly fields: readonly FieldDef[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** Template of each row, so that all of them have the same hidden class. */
  readonly empty: Readonly<Record<string, null>>;
}

function parserOf(type: number): (text: string) => unknown;
function parserOf(type: number): unknown {
  const parser: unknown = pg.types.getTypeParser(type);
  return parser;
}

const NO_ROWS: RowShape = { fields: [], parsers: [], empty: {} };

/** By the names of the statements prepared on each connection. */
const prepared = new WeakMap<Connection, Map<string, RowShape>>();

/** Latest shape of each statement: connections with the same one share the object. */
const newest = new Map<string, RowShape>();

function shapeOf(statement: string, fields: readonly FieldDef[]): RowShape {
  const known = newest.get(statement);
  if (known && isOf(known, fields)) {
    return known;
  }
  const shape = {
    fields,
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
  newest.set(statement, shape);
  return shape;
}

const isOf = (shape: RowShape, fields: readonly FieldDef[]): boolean =>
  shape.fields.length === fields.length &&
  shape.fields.every(({ name, dataTypeID }, index) => {
    const field = fields[index];
    return field?.name === name && field.dataTypeID === dataTypeID;
  });

/** Returns the number at the end of a command tag, such as `INSERT 0 1`; null when there is none. */
function countIn(tag: string): number | null {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isNaN(count) ? null : count;
}

function shapesOf(connection: Connection): Map<string, RowShape> {
  const shapes = prepared.get(connection) ?? new Map<string, RowShape>();
  prepared.set(connection, shapes);
  return shapes;
}

/**
 * A named statement, which is prepared on first use of each connection. The library's own queries request the row
 * description with every execution, which for rows of fifty columns takes longer than the rest.
 */
export class PreparedStatement implements Submittable {
  /** Rejects with the error of the server or of the connection. */
  readonly answer: Promise<StatementResult>;
  private readonly values: (string | Buffer | null)[];
  private readonly rows: QueryResultRow[] = [];
  private shape: RowShape | undefined;
  private shapes = new Map<string, RowShape>();
  private completion = '';
  private failure: Error | undefined;
  private resolve: (result: StatementResult) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  /** Throws for a value that cannot be sent. */
  constructor(
    readonly name: string,
    readonly text: string,
    values: readonly unknown[],
  ) {
    this.values = values.map(parameterOf);
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Command tag, such as `INSERT 0 1`; empty before completion. */
  get tag(): string {
    return this.completion;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    this.write(connection);
    connection.sync();
    connection.stream.uncork();
  }

  /** Writes the messages of the statement, without the one that makes the server respond. */
  write(connection: Connection): void {
    this.shapes = shapesOf(connection);
    this.shape = this.shapes.get(this.name);
    if (!this.shape) {
      connection.close({ type: 'S', name: this.name }, true); // a failed execution may have left it open
      connection.parse({ name: this.name, text: this.text, types: [] }, true);
    }
    connection.bind({ statement: this.name, values: this.values }, true);
    if (!this.shape) {
      connection.describe({ type: 'P' }, true);
    }
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.shape = shapeOf(this.name, fields);
  }

  handleDataRow({ fields: values }: { readonly fields: readonly (string | null)[] }): void {
    const { fields, parsers, empty } = this.shape ?? NO_ROWS;
    const row: QueryResultRow = { ...empty };
    try {
      for (const [index, { name }] of fields.entries()) {
        const value = values[index];
        row[name] = value === null || value === undefined ? null : parsers[index]?.(value);
      }
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    }
    this.rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.completion = text;
    if (!this.shapes.has(this.name)) {
      this.shapes.set(this.name, this.shape ?? NO_ROWS);
    }
  }

  handleReadyForQuery(): void {
    if (this.failure) {
      this.reject(this.failure);
      return;
    }
    this.resolve({ rows: this.rows, rowCount: countIn(this.completion), fields: this.shape?.fields ?? [] });
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleEmptyQuery(): void {
    this.shape ??= NO_ROWS;
  }
}
