import type { DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { installColumnParsers } from './column-parsers.js';
import { SnakeNaming } from './snake-naming.js';

/** Where PostgreSQL answers: a URL, or the socket directory of the embedded server. */
export type DatabaseConnection =
  | { readonly url: string }
  | { readonly host: string; readonly database: string; readonly user: string; readonly port?: number };

const POOL_SIZE = 10;
/** A burst of writes waits for its turn; a database that is away answers at once by itself. */
const CONNECTION_PATIENCE_MS = 30_000;

/** One set of options for the service, the migrations and the TypeORM command line. */
export function dataSourceOptions(connection: DatabaseConnection, poolSize = POOL_SIZE): DataSourceOptions {
  installColumnParsers();
  return {
    type: 'postgres',
    ...('url' in connection
      ? { url: connection.url }
      : {
          host: connection.host,
          port: connection.port ?? 5432,
          database: connection.database,
          username: connection.user,
        }),
    migrations,
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
    extra: {
      max: poolSize,
      options:
        '-c TimeZone=UTC -c DateStyle=ISO -c idle_in_transaction_session_timeout=60000 -c default_transaction_isolation=read\\ committed',
      connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
    },
  };
}
