import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './api-client.js';
import { ADMIN_PASSWORD, ADMIN_TOKEN, freePort } from './app.js';

const READY_WITHIN_MS = 120_000;

/** The real program as a process of its own, started as an operator starts it. */
export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  readonly admin: ApiClient;
  /** Everything that it printed. */
  output(): string;
  /** Ends it with this signal and waits; answers the exit code, null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function aDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'slipway-service-'));
  return { path: dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export async function startService(
  env: Readonly<Record<string, string>>,
  program: 'serve' | 'worker' = 'serve',
  script = 'src/start.mjs',
): Promise<Service> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [script, program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      ADMIN_TOKEN,
      ADMIN_PASSWORD,
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  /** Once all that it printed has been read, too. */
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  const service: Service = {
    url,
    process: child,
    admin: new ApiClient(url, ADMIN_TOKEN),
    output: () => printed,
    end: (signal) => {
      child.kill(signal);
      return signal === 'SIGKILL' ? ended : closed; // what a killed one leaves running may hold its output open
    },
  };
  const isUp = program === 'serve' ? () => isServing(url) : () => Promise.resolve(printed.includes('works on jobs'));
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isUp())) {
    const hasEnded = child.exitCode !== null;
    if (hasEnded || performance.now() > deadline) {
      await (hasEnded ? closed : null);
      throw new Error(`The service did not come up:\n${printed}`);
    }
    await sleep(50);
  }
  return service;
}

async function isServing(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v4/projects`).catch(() => null);
  return answer?.status === 200;
}
