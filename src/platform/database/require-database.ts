import { Client } from 'pg';
import { StartRefused } from '../cli/start-refused.js';

const OLDEST_SERVER = 14;
const CONNECT_MS = 10_000;

/**
 * Checks that the database of DATABASE_URL can be used. Throws {@link StartRefused} with a sentence for the operator
 * otherwise; of the URL it only contains host and name.
 */
export async function requireDatabase(url: string): Promise<void> {
  let client: Client | undefined;
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }); // reads files of certificates
    client.on('error', () => undefined); // reported by the awaited call
    await client.connect();
    const { rows } = await client.query<{ version: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST_SERVER) {
      throw new Error(`it is PostgreSQL ${major}, and ${OLDEST_SERVER} or newer is needed`);
    }
  } catch (error) {
    throw new StartRefused(`The database ${nameOf(url)} cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/**
 * Returns host and name. A slash in a password ends the host too early: text before the last `@` is the rest of the
 * password.
 */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.replace(/^.*@/, '');
}

/** Errors for several addresses of one name have a code, but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.message || ('code' in error ? String(error.code) : error.name);
}
