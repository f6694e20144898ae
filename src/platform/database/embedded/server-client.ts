import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './postgres-cluster.js';

export const DATABASE_NAME = 'slipway';

/** A busy machine may take its time; where no server runs, that is known at once. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** How to reach the embedded server: `host` is the directory of its socket. There is no password and no network. */
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

/** Opens a connection of its own; every option is given, so that no PG* variable of the environment has a say. */
export async function connect(connection: EmbeddedConnection, name: string): Promise<Client> {
  const client = new Client({
    ...connection,
    ssl: false,
    options: '-c TimeZone=UTC',
    application_name: name,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // a lost connection shows itself in the next query
  await client.connect();
  return client;
}

/** The SQLSTATE of an answer of the server; undefined for anything else that went wrong. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined;
