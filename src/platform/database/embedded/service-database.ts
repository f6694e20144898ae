import { DATABASE_NAME, connect, connectionTo, sqlStateOf } from './server-client.js';

const STARTING_OR_STOPPING = '57P03';

/** Whether a server accepts connections; a refusal (too many connections) counts as well, unless it says "not yet". */
export async function answers(socketDirectory: string): Promise<boolean> {
  try {
    const client = await connect(connectionTo(socketDirectory, 'postgres'), 'slipway start');
    await client.end();
    return true;
  } catch (error) {
    const state = sqlStateOf(error);
    return state !== undefined && state !== STARTING_OR_STOPPING;
  }
}

const CREATED_BY_ANOTHER = ['42P04', '23505'];

/** Creates the database of the service if it is missing; several processes may do so at once. */
export async function makeDatabase(socketDirectory: string): Promise<void> {
  const client = await connect(connectionTo(socketDirectory, 'postgres'), 'slipway start');
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
    }
  } catch (error) {
    if (!CREATED_BY_ANOTHER.includes(sqlStateOf(error) ?? '')) {
      throw error;
    }
  } finally {
    await client.end();
  }
}
