import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stopPostmaster } from '../../../src/platform/database/embedded/postmaster.js';
import { connect, type EmbeddedConnection } from '../../../src/platform/database/embedded/server-client.js';

export const isRoot = process.getuid?.() === 0;
export const NOBODY = 65_534;

const created: string[] = [];

/** A directory for data, removed by {@link removeAll}; `mode` 0700 keeps the server's account out when root runs this. */
export async function aDataDir({ mode = 0o711, owner }: { mode?: number; owner?: number } = {}): Promise<string> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-spec-')));
  created.push(directory);
  await chmod(directory, mode);
  if (owner !== undefined) {
    await chown(directory, owner, owner);
  }
  const dataDir = path.join(directory, 'data');
  if (owner === undefined) {
    await mkdir(dataDir, { mode: 0o711 });
  }
  return dataDir;
}

/** Stops every server that is left before the next test. */
export async function stopAll(): Promise<void> {
  holders.splice(0).forEach((child) => child.kill('SIGKILL'));
  for (const directory of created) {
    const cluster = await realpath(path.join(directory, 'data', 'postgres', 'cluster')).catch(() => undefined);
    await (cluster && stopPostmaster(cluster));
  }
}

export async function removeAll(): Promise<void> {
  await Promise.all(created.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
}

export async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = await connect(connection, 'test'); // tests end the server while it answers
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** Commits a row that says `word`. */
export async function keep(connection: EmbeddedConnection, word: string): Promise<void> {
  await query(connection, `CREATE TABLE IF NOT EXISTS kept (word text); INSERT INTO kept VALUES ('${word}')`);
}

/** The words of all rows that were committed. */
export async function kept(connection: EmbeddedConnection): Promise<unknown[]> {
  const rows = await query(connection, 'SELECT word FROM kept');
  return rows.map((row) => row.word);
}

/** Whether the process runs; one that waits for its parent to take notice of its end does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Whether the process is gone soon: the last moments of an exit are the kernel's. */
export async function endsSoon(pid: number): Promise<boolean> {
  for (let round = 0; round < 1500 && isRunning(pid); round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return !isRunning(pid);
}

export interface Holder {
  readonly child: ChildProcess;
  readonly connection: EmbeddedConnection;
  readonly refusal?: string;
}

const holders: ChildProcess[] = [];

/** Another process that opens the same data directory, see `holder.mjs`. */
export async function aHolder(options: { dataDir: string; role: string; uid?: number }): Promise<Holder> {
  const script = path.join(process.cwd(), 'test/processes/start/holder.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  holders.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as Omit<Holder, 'child'>) };
}

/** Kills it as a crash would, or lets it end properly. */
export async function end({ child }: Holder, signal?: 'SIGKILL'): Promise<void> {
  const exit = once(child, 'exit');
  if (signal) {
    child.kill(signal);
  } else {
    child.stdin?.end();
  }
  await exit;
}
