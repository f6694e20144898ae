import 'reflect-metadata';
import path from 'node:path';
import { blobStoreSettings, fileStoreDirectory, openBlobStore } from './platform/blob/open-blob-store.js';
import { readEnv } from './platform/config/env.js';
import type { Env } from './platform/config/env.js';
import { makeConfiguredDirectory } from './platform/config/make-configured-directory.js';
import { EmbeddedDatabase } from './platform/database/embedded/embedded-database.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { requireFinishedRestore } from './platform/database/embedded/unfinished-restore.js';
import { requireDatabase } from './platform/database/require-database.js';
import { requireGit } from './platform/git/require-git.js';
import { OutboundAllow } from './platform/outbound/outbound-allow.js';
import { readEndpoints } from './modules/integrations/vendor-bases/read-endpoints.js';
import { say } from './entry-point.js';
import { requireFreePort } from './listening.js';
import { logWarnings } from './process-warnings.js';

export type Role = 'serve' | 'worker' | 'cli';

/** What every entry point needs before the program is built: settings and a reachable database. */
export interface Runtime {
  readonly env: Env;
  readonly connection: DatabaseConnection;
  /** Releases the embedded database; the last process stops it. Must be called last. */
  close(): Promise<void>;
}

/** Validates settings that are more than a word or a number; each throws {@link InvalidSetting}. */
const READERS: readonly ((env: Env) => unknown)[] = [
  (env) => openBlobStore(blobStoreSettings(env)),
  (env) => new OutboundAllow(env.outboundAllow),
  (env) => env.integrationEndpoints === undefined || readEndpoints(env.integrationEndpoints),
];

/** Throws InvalidSetting or StartRefused, each with a sentence for the operator. */
async function openRuntime(role: Role): Promise<Runtime> {
  const env = readEnv();
  if (role !== 'cli') {
    logWarnings(env);
  }
  for (const read of READERS) {
    await read(env); // invalid settings are refused before anything is started (contract: core §1.1)
  }
  if (role === 'serve') {
    await requireFreePort(env);
  }
  if (role !== 'cli') {
    await requireGit(env);
  }
  if (env.databaseUrl !== undefined) {
    await makeConfiguredDirectory('DATA_DIR', env.dataDir);
    await requireDatabase(env.databaseUrl);
    return { env, connection: { url: env.databaseUrl }, close: () => Promise.resolve() };
  }
  await requireFinishedRestore(env.dataDir);
  const database = await EmbeddedDatabase.open({ dataDir: env.dataDir, role, log: say });
  return { env, connection: database.connection, close: () => database.close() };
}

/**
 * A directory of BLOB_STORE that cannot be created is refused, like those of DATA_DIR and STORAGES (contract: core
 * §1.1).
 */
async function makeBlobDirectory(env: Env): Promise<void> {
  const directory = fileStoreDirectory(blobStoreSettings(env));
  if (directory !== null) {
    await makeConfiguredDirectory('BLOB_STORE', path.resolve(directory), 0o700);
  }
}

/**
 * Opens the runtime and builds the program on it. When building fails, the runtime is closed before the error is
 * thrown.
 */
export async function withRuntime(role: Role, build: (runtime: Runtime) => Promise<void>): Promise<void> {
  const runtime = await openRuntime(role);
  try {
    await makeBlobDirectory(runtime.env);
    await build(runtime);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}
