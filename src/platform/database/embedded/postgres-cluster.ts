import { randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartRefused } from '../../cli/start-refused.js';
import { exists } from './postgres-package.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { PostgresHome } from './postgres-home.js';
import { isAlive } from './postmaster.js';
import { runServerCommand } from './server-command.js';
import { makeOwnDirectory } from './socket-directory.js';

export const SUPERUSER = 'postgres';

const BUILTIN_LOCALES_SINCE = 17;

/** Returns the major version of the PostgreSQL that created the cluster; undefined when there is no cluster yet. */
export async function clusterVersion(cluster: string): Promise<number | undefined> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

/**
 * Creates the cluster if it is missing. It is created under a temporary name and renamed, so that an interrupted start
 * leaves no partial cluster, and of several starts one wins.
 */
export async function makeCluster(home: PostgresHome, binaries: PostgresBinaries, durable: boolean): Promise<void> {
  const draft = `${home.cluster}.new-${process.pid}-${randomBytes(6).toString('hex')}`;
  await makeOwnDirectory(draft, home.account);
  const args = initArguments(draft, binaries.majorVersion, durable);
  const { succeeded, output } = await runServerCommand(binaries.initdb, args, home.account);
  if (succeeded) {
    await rename(draft, home.cluster).catch(() => undefined); // refused when another start was faster
  }
  await rm(draft, { recursive: true, force: true });
  if (!(await exists(home.cluster))) {
    throw new StartRefused(`The database could not be made in ${home.cluster}: ${output}`);
  }
  await removeAbandonedDrafts(home.cluster);
}

function initArguments(directory: string, majorVersion: number, durable: boolean): string[] {
  const locale =
    majorVersion >= BUILTIN_LOCALES_SINCE
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] // the same order on every machine
      : ['--locale=C.UTF-8'];
  const sync = durable ? [] : ['--no-sync'];
  return ['-D', directory, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', ...locale, ...sync, '--no-instructions'];
}

/** Removes what interrupted starts left; their process id is part of the name. */
async function removeAbandonedDrafts(cluster: string): Promise<void> {
  const parent = path.dirname(cluster);
  for (const entry of await readdir(parent)) {
    const ownerPid = /^cluster\.new-(\d+)-/.exec(entry)?.[1];
    if (ownerPid !== undefined && !isAlive(Number(ownerPid))) {
      await rm(path.join(parent, entry), { recursive: true, force: true });
    }
  }
}
