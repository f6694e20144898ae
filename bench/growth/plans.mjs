// The plan of the slowest statement of a request, as auto_explain of PostgreSQL writes it to the server's log.
import { openSync, readSync, closeSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from './instance.mjs';

const FLUSHED_MS = 100;

const EXPLAINING = [
  `load 'auto_explain'`, // makes the names of its settings known
  `alter system set session_preload_libraries = 'auto_explain'`,
  'alter system set auto_explain.log_min_duration = 1',
  'alter system set auto_explain.log_analyze = on',
  'alter system set auto_explain.log_buffers = on',
  'alter system set auto_explain.log_parameter_max_length = 100',
];

/** Connections that are made after the next start of the service log the plans of what they run. */
export function explainFromNextStart(instance) {
  return withDatabase(instance, async (client) => {
    for (const statement of EXPLAINING) {
      await client.query(statement);
    }
  });
}

/** The file that the embedded server of this data directory logs to. */
export async function logOf({ dataDir }) {
  const { openHome } = await import('../../dist/platform/database/embedded/embedded-postgres.js');
  return (await openHome({ dataDir })).logFile;
}

/** Asks once and answers the longest plan that was logged meanwhile. */
export async function planOf(logFile, url, token) {
  const from = statSync(logFile).size;
  const response = await fetch(url, { headers: token === undefined ? {} : { 'PRIVATE-TOKEN': token } });
  await response.arrayBuffer();
  await sleep(FLUSHED_MS);
  const plans = textFrom(logFile, from)
    .split(/^(?=\S.*duration: )/m)
    .filter((entry) => entry.includes('plan:'))
    .map((entry) => ({ entry, ms: Number(/duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0) }));
  return plans.sort((a, b) => b.ms - a.ms)[0]?.entry ?? 'no statement above 1 ms';
}

function textFrom(file, from) {
  const bytes = Buffer.alloc(statSync(file).size - from);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
  return bytes.toString('utf8');
}
