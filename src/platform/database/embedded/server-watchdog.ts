import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresHome } from './postgres-home.js';
import { runServerCommand, SERVER_ENVIRONMENT } from './server-command.js';

/** The use of the embedded server by this process; the system ends it when the process dies. */
export interface ServerUse {
  /** To be called once the process needs the server no more. */
  end(): Promise<void>;
}

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** A server that is told to stop while it recovers from the crash of one of its processes may wait for ever. */
const STOP_SECONDS = 30;

/** Reads until no process holds the other end of the pipe, then stops the server, if it still is one of the cluster. */
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
 * Says that this process uses the server that runs there. A small shell process beside the server stops it as soon as
 * nobody uses it any more, in whatever way the last user died. On a file system without named pipes nobody watches.
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

/** The writing end of a pipe that a watchdog reads; undefined when none does. */
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

/** Both ends are open before the watchdog is there, so that opening either never waits and it ends when we are killed. */
async function launchWatchdog(pipe: string, args: readonly string[]): Promise<FileHandle> {
  const both = await open(pipe, O_RDWR);
  const reader = await open(pipe, O_RDONLY);
  const writer = await open(pipe, O_WRONLY);
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'slipway-watchdog', ...args], {
    detached: true, // what ends our process group must not end it
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: [reader.fd, 'ignore', 'ignore'],
  });
  watchdog.unref();
  await once(watchdog, 'spawn');
  await Promise.all([both.close(), reader.close()]);
  return writer;
}
