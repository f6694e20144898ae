import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { blobStoreSettings, openBlobStore } from './platform/blob/open-blob-store.js';
import { readEnv } from './platform/config/env.js';
import { CommandFailed } from './platform/cli/command-failed.js';
import type { Env } from './platform/config/env.js';
import { InvalidSetting } from './platform/config/env-reader.js';
import { EmbeddedDatabase } from './platform/database/embedded/embedded-database.js';
import { StartRefused } from './platform/database/embedded/start-refused.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { requireFinishedRestore } from './platform/database/embedded/unfinished-restore.js';
import { requireDatabase } from './platform/database/require-database.js';

export type Role = 'serve' | 'worker' | 'cli';

/** What every entry point needs before the program can be built: settings and a database that answers. */
export interface Runtime {
  readonly env: Env;
  readonly connection: DatabaseConnection;
  /** Gives the embedded database back; the last process stops it. To be called last of all. */
  close(): Promise<void>;
}

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Throws a sentence for the operator: {@link InvalidSetting} or {@link StartRefused}. */
async function openRuntime(role: Role): Promise<Runtime> {
  const env = readEnv();
  await openBlobStore(blobStoreSettings(env)); // invalid settings are refused before anything is started
  if (env.databaseUrl !== undefined) {
    mkdirSync(env.dataDir, { recursive: true });
    await requireDatabase(env.databaseUrl);
    return { env, connection: { url: env.databaseUrl }, close: () => Promise.resolve() };
  }
  await requireFinishedRestore(env.dataDir);
  const database = await EmbeddedDatabase.open({ dataDir: env.dataDir, role, log: say });
  return { env, connection: database.connection, close: () => database.close() };
}

/**
 * Opens the runtime and builds the program on it. When building fails, the runtime is closed before the error is
 * thrown.
 */
export async function withRuntime(role: Role, build: (runtime: Runtime) => Promise<void>): Promise<void> {
  const runtime = await openRuntime(role);
  try {
    await build(runtime);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

const FOR_OPERATORS = [InvalidSetting, StartRefused, CommandFailed];

/** Runs an entry point; what an operator can mend is one line and exit code 1, everything else keeps its stack. */
export async function runEntryPoint(entryPoint: () => Promise<void>): Promise<void> {
  try {
    await entryPoint();
  } catch (error) {
    const isForOperator = FOR_OPERATORS.some((kind) => error instanceof kind);
    say(
      isForOperator && error instanceof Error
        ? error.message
        : error instanceof Error
          ? (error.stack ?? '')
          : String(error),
    );
    process.exit(1);
  }
}

const NO_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use already: stop what listens there',
  EACCES: 'may not be used by this account: use another account',
  EADDRNOTAVAIL: 'is no address of this machine: choose another HOST',
};

/** What the operator is told when the service cannot listen; other failures stay what they are. */
export function refusalToListen(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): unknown {
  const why = error instanceof Error && 'code' in error ? NO_PORT[String(error.code)] : undefined;
  return why === undefined ? error : new StartRefused(`${host}:${port} ${why}, or choose another PORT.`);
}

/** npm, and programs that signal a whole process group, send one signal twice. */
const REPEATED_MS = 1000;

/**
 * Calls `stop` once for Ctrl-C, SIGTERM or a closed terminal, and exits with 0 when it is done. A later signal
 * aborts: waiting in `stop` is cut short, but everything is still closed.
 */
export function onStopSignal(stop: (force: AbortSignal) => Promise<void>): void {
  const force = new AbortController();
  let stoppingSince: number | undefined;
  const handle = (): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > REPEATED_MS) {
        force.abort();
      }
      return;
    }
    stoppingSince = performance.now();
    stop(force.signal).then(
      () => process.exit(0),
      (error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        process.exit(1);
      },
    );
  };
  ['SIGTERM', 'SIGINT', 'SIGHUP'].forEach((signal) => process.on(signal, handle));
}
