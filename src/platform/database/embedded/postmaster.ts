import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../../cli/start-refused.js';

/** The main process of a running server, as recorded in its lock file. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until the server has opened it. */
  readonly socketDirectory: string;
}

const POLL_MS = 10;

/** Fast shutdown, which writes everything out; then immediate shutdown, after which the next start has to recover. */
const SHUTDOWNS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
];

/** Returns the process recorded in the lock file of a cluster, whether it is alive or not. */
export async function recordedPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketDirectory] = text.split('\n');
  return Number(pid) > 0 ? { pid: Number(pid), socketDirectory: socketDirectory ?? '' } : undefined;
}

/** Returns the server that runs on a cluster. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const recorded = await recordedPostmaster(cluster);
  return recorded && (await isServerOf(cluster, recorded.pid)) ? recorded : undefined;
}

/**
 * Whether the process is a server of this cluster: lock files outlive their process, and its id may belong to another
 * process by now, which must not be signaled. A zombie has no command line.
 */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    return isAlive(pid);
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(cluster);
}

/** Whether there is such a process, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Shuts the server of a cluster down, fast but clean, and waits until it is gone; does nothing when none runs. */
export async function stopPostmaster(cluster: string): Promise<void> {
  for (const [signal, timeout] of SHUTDOWNS) {
    const server = await runningPostmaster(cluster);
    if (!server || (await endsAfter(signal, server.pid, cluster, timeout))) {
      return;
    }
  }
  throw new StartRefused(`The database server on ${cluster} does not stop.`);
}

async function endsAfter(signal: NodeJS.Signals, pid: number, cluster: string, timeout: number): Promise<boolean> {
  if (!isAlive(pid)) {
    return true;
  }
  process.kill(pid, signal);
  for (let waited = 0; waited < timeout; waited += POLL_MS) {
    if (!(await isServerOf(cluster, pid))) {
      return true;
    }
    await sleep(POLL_MS);
  }
  return false;
}
