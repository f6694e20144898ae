import type { DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { installColumnParsers } from './column-parsers.js';
import { SnakeNaming } from './snake-naming.js';

/** How to reach PostgreSQL: a URL, or the socket directory of the embedded server. */
export type DatabaseConnection =
  | { readonly url: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly port?: number };

const POOL_SIZE = 10;
/** A new connection costs more than a hundred statements, so occasionally used ones are kept. */
const IDLE_TIMEOUT_MS = 60_000;
/** Bursts of writes wait for a connection; when the database is down, connecting fails at once. */
const CONNECTION_TIMEOUT_MS = 30_000;
/** Statement timeout of requests, whose clients would not wait longer. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Lock timeout: a waiting statement occupies a connection. */
const LOCK_TIMEOUT_MS = 5000;
/** How soon a statement is canceled after its connection was closed. */
const CONNECTION_CHECK_MS = 2000;

const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  default_transaction_isolation: 'read\\ committed',
  idle_in_transaction_session_timeout: '60000',
  client_connection_check_interval: String(CONNECTION_CHECK_MS),
  random_page_cost: '1.1', // for solid-state disks, and pages in memory
  jit: 'off', // compiling would take longer than these statements
};

/** Entity classes of the tables that the program accesses through TypeORM. */
export type Entities = readonly (new () => object)[];

interface Choices {
  /** None for migrations, which are SQL. */
  readonly entities?: Entities;
  readonly poolSize?: number;
  /** Statement timeout in ms; 0 disables it, and the lock timeout as well. */
  readonly statementTimeoutMs?: number;
}

/** Options shared by the service, the migrations and the TypeORM command line. */
export function dataSourceOptions(
  connection: DatabaseConnection,
  { entities = [], poolSize = POOL_SIZE, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: Choices = {},
): DataSourceOptions {
  installColumnParsers();
  const { url, options } = 'url' in connection ? withoutOptions(connection.url) : {};
  return {
    type: 'postgres',
    ...('url' in connection
      ? { url }
      : {
          host: connection.host,
          port: connection.port ?? 5432,
          database: connection.database,
          username: connection.user,
        }),
    entities: [...entities],
    migrations,
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
    extra: {
      max: poolSize,
      options: [options ?? '', ...Object.entries(sessionSettings(statementTimeoutMs)).map(asOption)].join(' ').trim(),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
  };
}

const sessionSettings = (statementTimeoutMs: number): Readonly<Record<string, string>> => ({
  ...SESSION_SETTINGS,
  statement_timeout: String(statementTimeoutMs),
  lock_timeout: String(Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs)),
});

const asOption = ([name, value]: readonly [string, string]): string => `-c ${name}=${value}`;

/** Options in a URL take precedence over all others and would remove our time zone, so ours are added to them. */
function withoutOptions(url: string): { readonly url: string; readonly options?: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const options = parsed?.searchParams.get('options');
  if (!parsed || !options) {
    return { url };
  }
  parsed.searchParams.delete('options');
  return { url: parsed.href, options };
}
