import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../../cli/start-refused.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { clusterVersion, makeCluster } from './postgres-cluster.js';
import type { PostgresHome } from './postgres-home.js';
import { openPostgresHome } from './postgres-home.js';
import type { Postmaster } from './postmaster.js';
import { runningPostmaster, stopPostmaster } from './postmaster.js';
import type { EmbeddedConnection } from './server-client.js';
import { connectionTo } from './server-client.js';
import type { LaunchedServer } from './server-process.js';
import { isConflict, launchServer, reasonIn } from './server-process.js';
import { answers, makeDatabase } from './service-database.js';
import type { ServerSettings } from './server-settings.js';
import { settingArguments } from './server-settings.js';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Receives messages about slow or noteworthy steps. */
  readonly log?: (sentence: string) => void;
  /** Called for each launched server, before it answers. */
  readonly onLaunch?: (processId: number) => Promise<void>;
  /** Take precedence over the durable defaults; tests disable fsync. */
  readonly settings?: ServerSettings;
  /** For root: directory of the data that the server's account could not reach elsewhere. */
  readonly outsideDir?: string;
}

export interface EmbeddedPostgres {
  readonly socketDirectory: string;
  readonly database: string;
  readonly user: string;
  readonly connection: EmbeddedConnection;
  readonly processId: number;
  /** Stops the server, also one that was adopted; resolves when it is gone. */
  stop(): Promise<void>;
}

const OUTSIDE_DIR = '/var/lib/slipway';
const POLL_MS = 15;
const RETRY_MS = 250;
const CONFLICT_TIMEOUT_MS = 10_000;
/** Recovery after a crash may take long. */
const START_TIMEOUT_MS = 120_000;

/** Returns the home of the server with these options. */
export const openHome = ({ dataDir, outsideDir = OUTSIDE_DIR }: EmbeddedPostgresOptions): Promise<PostgresHome> =>
  openPostgresHome(path.resolve(dataDir), outsideDir);

/**
 * Starts the PostgreSQL in `dataDir`, or adopts the one that is still running there, and creates its database. Throws
 * an error with a sentence for the operator when that is impossible.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await openHome(options);
  const { pid, socketDirectory } = (await answeringServer(home)) ?? (await startServer(home, options));
  await makeDatabase(socketDirectory);
  const connection = connectionTo(socketDirectory);
  return {
    socketDirectory,
    connection,
    database: connection.database,
    user: connection.user,
    processId: pid,
    stop: () => stopPostmaster(home.cluster),
  };
}

/** In bytes; a container may have less memory than its machine. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

async function startServer(home: PostgresHome, options: EmbeddedPostgresOptions): Promise<Postmaster> {
  const majorVersion = await clusterVersion(home.cluster);
  const outsideDir = options.outsideDir ?? OUTSIDE_DIR;
  const binaries = await findPostgresBinaries({ account: home.account, majorVersion, outsideDir });
  if (majorVersion === undefined) {
    options.log?.('Creating the database ...');
    await makeCluster(home, binaries, options.settings?.fsync !== 'off');
  }
  const settings = settingArguments(
    { majorVersion: binaries.majorVersion, memory: availableMemory() },
    options.settings,
  );
  return untilAnswered(home, async () => {
    const launched = await launchServer(home, binaries, settings);
    if (launched.processId !== undefined) {
      await options.onLaunch?.(launched.processId);
    }
    return launched;
  });
}

/**
 * Launches the server until one answers: this one, or that of another process that was faster. Remains of a killed
 * server (its lock, its shared memory) may prevent the start for some seconds.
 */
async function untilAnswered(home: PostgresHome, launch: () => Promise<LaunchedServer>): Promise<Postmaster> {
  const started = performance.now();
  let launched = await launch();
  for (;;) {
    const server = await answeringServer(home);
    if (server) {
      return server;
    }
    const waited = performance.now() - started;
    if (waited > START_TIMEOUT_MS) {
      throw new StartRefused(`PostgreSQL does not answer; see ${home.logFile}.`);
    }
    if (launched.hasEnded() && !(await runningPostmaster(home.cluster))) {
      await requireConflict(launched, home, waited);
      await sleep(RETRY_MS);
      launched = await launch();
    }
    await sleep(POLL_MS);
  }
}

/** Waiting only helps against a conflict; any other exit of the server is final. */
async function requireConflict(launched: LaunchedServer, home: PostgresHome, waited: number): Promise<void> {
  const words = await launched.words();
  if (!isConflict(words) || waited > CONFLICT_TIMEOUT_MS) {
    throw new StartRefused(`PostgreSQL did not start: ${reasonIn(words)} (more in ${home.logFile})`);
  }
}

/** Returns the server that runs on the cluster, if it accepts connections. */
async function answeringServer({ cluster }: PostgresHome): Promise<Postmaster | undefined> {
  const server = await runningPostmaster(cluster);
  return server?.socketDirectory && (await answers(server.socketDirectory)) ? server : undefined;
}
