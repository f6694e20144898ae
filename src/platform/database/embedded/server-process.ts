import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { PostgresHome } from './postgres-home.js';
import { recordedPostmaster, runningPostmaster } from './postmaster.js';
import { SERVER_ENVIRONMENT } from './server-command.js';

/** A launched server process; it outlives this process. */
export interface LaunchedServer {
  /** Undefined when it could not be launched. */
  readonly processId: number | undefined;
  hasEnded(): boolean;
  /** Returns its log since the launch. */
  words(): Promise<string>;
}

/** Messages of a server when another one uses its directory, or left its lock file behind. */
const CONFLICT = /lock file "[^"]*" already exists|pre-existing shared memory block|is another postmaster/i;

export const isConflict = (words: string): boolean => CONFLICT.test(words);

/** Returns the line that says why a server did not start, without time and process id. */
export function reasonIn(words: string): string {
  const lines = words.trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?\b(?:FATAL|PANIC): +/, '');
}

/**
 * Launches the server with its output in the log file: with a pipe it would depend on this process, and signals for
 * this process must not reach it.
 */
export async function launchServer(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: readonly string[],
): Promise<LaunchedServer> {
  const log = await open(home.logFile, 'a', 0o600);
  const { size } = await log.stat();
  const child = spawn(binaries.postgres, ['-D', home.cluster, '-k', home.socketDirectory, ...settings], {
    ...home.account,
    cwd: '/',
    env: { ...SERVER_ENVIRONMENT, ...(await disregarding(home.cluster)) },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let failure = '';
  child.once('error', (error) => (failure = error.message));
  child.unref();
  await Promise.race([once(child, 'spawn'), once(child, 'close')]).catch(() => undefined);
  await log.close();
  return {
    processId: child.pid,
    hasEnded: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    words: async () => failure || textAfter(home.logFile, size),
  };
}

/**
 * The server refuses to start while the process in an old lock file exists, and process ids are reused (in containers
 * at once). A process that is not a server of this cluster is declared as the server's grandparent, which the server
 * ignores; it still checks whether shared memory is in use. Lock files are never removed here.
 */
async function disregarding(cluster: string): Promise<Record<string, string>> {
  const recorded = await recordedPostmaster(cluster);
  const running = await runningPostmaster(cluster);
  return recorded && !running ? { PG_GRANDPARENT_PID: String(recorded.pid) } : {};
}

async function textAfter(file: string, position: number): Promise<string> {
  const log: FileHandle = await open(file);
  try {
    const { size } = await log.stat();
    const { buffer } = await log.read({ buffer: Buffer.alloc(Math.max(0, size - position)), position });
    return buffer.toString();
  } finally {
    await log.close();
  }
}
