import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartRefused } from './platform/cli/start-refused.js';
import type { Env } from './platform/config/env.js';
import { InvalidSetting } from './platform/config/env-reader.js';

type Address = Pick<Env, 'host' | 'port'>;

const NO_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use already: stop what listens there',
  EACCES: 'may not be used by this account: use another account',
  EADDRNOTAVAIL: 'is no address of this machine: choose another HOST',
};

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** Returns the error for an operator when the service cannot listen; other failures are returned as they are. */
export function refusalToListen(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNKNOWN_NAME.has(code)) {
    return new InvalidSetting(`HOST: ${host} is the name of no address.`);
  }
  const why = NO_PORT[code];
  return why === undefined ? error : new StartRefused(`${host}:${port} ${why}, or choose another PORT.`);
}

/** Throws {@link StartRefused} for an address that the service cannot listen on, before anything is created. */
export async function requireFreePort({ host, port }: Address): Promise<void> {
  const probe = createServer((early) => early.destroy());
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw refusalToListen(error, { host, port });
  }
  await once(probe.close(), 'close');
}
