import { Client } from 'pg';
import { StartRefused } from './embedded/start-refused.js';

const OLDEST_SERVER = 14;
const CONNECT_MS = 10_000;

/**
 * Makes sure that the database of DATABASE_URL can be used. Throws {@link StartRefused} with a sentence for the operator
 * when it cannot; no word of the URL but host and name stands in it.
 */
export async function requireDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined); // shows itself in what is awaited
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST_SERVER) {
      throw new Error(`it is PostgreSQL ${major}, and ${OLDEST_SERVER} or newer is needed`);
    }
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new StartRefused(`The database ${host}${pathname} cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Errors of several addresses of one name have a code, but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.message || ('code' in error ? String(error.code) : error.name);
}
