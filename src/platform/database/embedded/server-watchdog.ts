import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresHome } from './postgres-home.js';
import { runServerCommand, SERVER_ENVIRONMENT } from './server-command.js';

/** Registration of this process as a user of the embedded server; the system ends it when the process dies. */
export interface ServerUse {
  /** Must be called when the process no longer needs the server. */
  end(): Promise<void>;
}

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** A server that is told to stop while it recovers from the crash of one of its processes may wait for ever. */
const STOP_SECONDS = 30;

/**
 * Reads until no process has the other end of the pipe open, then stops the server, if it is still that of the cluster.
 */
const WATCHDOG = `
server=$1 cluster=$2 pipe=$3 patience=$4
runs() { tr '\\0' '\\n' <"/proc/$server/cmdline" | grep -qxF -- "$cluster"; }
cat >/dev/null
rm -f -- "$pipe"
if [ ! -d /proc/self ]; then
  kill -INT "$server"
elif runs; then
  kill -INT "$server"
  while [ "$patience" -gt 0 ] && runs; do
    sleep 1
    patience=$((patience - 1))
  done
  if runs; then
    kill -QUIT "$server"
  fi
fi`;

/**
 * Registers this process as a user of the running server. A small shell process next to the server stops it when no
 * user is left, however the last one died. On a file system without named pipes there is no watchdog.
 */
export async function registerUse({ directory, cluster }: PostgresHome, server: number): Promise<ServerUse> {
  const pipe = path.join(directory, `users-of-${server}`);
  const created = await runServerCommand('/bin/sh', ['-c', '[ -p "$1" ] || mkfifo -m 600 -- "$1"', 'sh', pipe]);
  if (!created.succeeded) {
    return { end: () => Promise.resolve() };
  }
  const writer =
    (await openWatched(pipe)) ?? (await launchWatchdog(pipe, [String(server), cluster, pipe, String(STOP_SECONDS)]));
  return { end: () => writer.close() };
}

/** Opens the writing end of a pipe that a watchdog reads; undefined when there is no watchdog. */
async function openWatched(pipe: string): Promise<FileHandle | undefined> {
  try {
    return await open(pipe, O_WRONLY | O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO') {
      return undefined;
    }
    throw error;
  }
}

/**
 * Both ends are open before the watchdog starts, so that opening either never blocks and it ends when this process is
 * killed.
 */
async function launchWatchdog(pipe: string, args: readonly string[]): Promise<FileHandle> {
  const both = await open(pipe, O_RDWR);
  const reader = await open(pipe, O_RDONLY);
  const writer = await open(pipe, O_WRONLY);
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'slipway-watchdog', ...args], {
    detached: true, // signals for this process group must not end it
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: [reader.fd, 'ignore', 'ignore'],
  });
  watchdog.unref();
  await once(watchdog, 'spawn');
  await Promise.all([both.close(), reader.close()]);
  return writer;
}
