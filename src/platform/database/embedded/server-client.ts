import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './postgres-cluster.js';

export const DATABASE_NAME = 'slipway';

/** Allows for a busy machine; when no server runs, connecting fails at once. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** How to reach the embedded server: `host` is its socket directory. There is no password and no network. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

export const connectionTo = (socketDirectory: string, database = DATABASE_NAME): EmbeddedConnection => ({
  host: socketDirectory,
  port: 5432,
  database,
  user: SUPERUSER,
});

/**
 * Opens a separate connection. Every option is given explicitly, so that PG* variables of the environment have no
 * effect.
 */
export async function connect(connection: EmbeddedConnection, name: string): Promise<Client> {
  const client = new Client({
    ...connection,
    ssl: false,
    options: '-c TimeZone=UTC',
    application_name: name,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // a lost connection is detected by the next query
  await client.connect();
  return client;
}

/** Returns the SQLSTATE of a server error; undefined for other errors. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined;
