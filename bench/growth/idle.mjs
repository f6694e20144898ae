// CPU share of the service and its PostgreSQL while nobody asks for anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuMillis } from '../support/cpu.mjs';

/** Until then the engine has given back, once and for all, what the start needed, and has compiled what is repeated. */
const SETTLE_MS = 120_000;
const WATCH_MS = 60_000;

/** Per cent of one core, over a minute. */
export async function idleShare({ service, dataDir }) {
  const { startEmbeddedPostgres } = await import('../../dist/platform/database/embedded/embedded-postgres.js');
  const { processId } = await startEmbeddedPostgres({ dataDir }); // adopts the running server
  await sleep(SETTLE_MS);
  const spent = () => ({ service: treeCpuMillis(service.pid), database: treeCpuMillis(processId) });
  const before = spent();
  await sleep(WATCH_MS);
  const after = spent();
  const share = (part) => ((after[part] - before[part]) / WATCH_MS) * 100;
  return { service: share('service'), database: share('database') };
}
