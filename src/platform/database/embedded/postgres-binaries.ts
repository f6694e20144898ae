import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import path from 'node:path';
import { readdir, realpath } from 'node:fs/promises';
import { StartRefused } from '../../cli/start-refused.js';
import { copyPackage, findPostgresPackage } from './postgres-package.js';
import type { ServerAccount } from './server-account.js';
import { runServerCommand } from './server-command.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

export interface BinariesWanted {
  /** The account that must be able to run them. */
  readonly account: ServerAccount | undefined;
  /** Major version of an existing cluster. */
  readonly majorVersion: number | undefined;
  /** For root: directory of the data that the server's account could not reach elsewhere. */
  readonly outsideDir: string;
}

const SYSTEM_DIRECTORY = '/usr/lib/postgresql';

/**
 * Returns the first PostgreSQL that can actually be run: that of the npm package, otherwise one of this machine. Throws
 * a sentence that mentions DATABASE_URL when there is none.
 */
export async function findPostgresBinaries(wanted: BinariesWanted): Promise<PostgresBinaries> {
  for await (const binaries of candidates(wanted)) {
    if (wanted.majorVersion === undefined || wanted.majorVersion === binaries.majorVersion) {
      return binaries;
    }
  }
  const which = wanted.majorVersion === undefined ? 'PostgreSQL' : `PostgreSQL ${wanted.majorVersion}`;
  throw new StartRefused(
    `No ${which} was found that runs on this machine (${process.platform}-${process.arch}): neither the embedded one, ` +
      `nor one in PATH or ${SYSTEM_DIRECTORY}. Set DATABASE_URL to use a PostgreSQL server of your own.`,
  );
}

async function* candidates({ account, outsideDir }: BinariesWanted): AsyncGenerator<PostgresBinaries> {
  const embedded = await embeddedBinaries(account, outsideDir);
  if (embedded) {
    yield embedded;
  }
  for (const directory of await systemDirectories()) {
    const found = await binariesIn(directory, account);
    if (found) {
      yield found;
    }
  }
}

/** When root can run the package's binaries but the server's account cannot, that account gets a copy. */
async function embeddedBinaries(
  account: ServerAccount | undefined,
  outsideDir: string,
): Promise<PostgresBinaries | undefined> {
  const embedded = await findPostgresPackage();
  if (!embedded) {
    return undefined;
  }
  const directory = path.join(embedded.native, 'bin');
  const binaries = await binariesIn(directory, account);
  if (binaries || !account || !(await binariesIn(directory))) {
    return binaries;
  }
  return binariesIn(path.join(await copyPackage(embedded, outsideDir), 'bin'), account);
}

async function systemDirectories(): Promise<string[]> {
  const versions = await readdir(SYSTEM_DIRECTORY).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return [...(await directoriesInPath()), ...newestFirst.map((version) => path.join(SYSTEM_DIRECTORY, version, 'bin'))];
}

/** Uses the PATH of this process, unlike the server's own environment. */
async function directoriesInPath(): Promise<string[]> {
  const found = promisify(execFile)('/bin/sh', ['-c', 'command -v initdb']);
  return found.then(
    async ({ stdout }) => [path.dirname(await realpath(stdout.trim()))],
    () => [],
  );
}

/** Returns the binaries in this directory if the account can run them. */
async function binariesIn(directory: string, account?: ServerAccount): Promise<PostgresBinaries | undefined> {
  const postgres = path.join(directory, 'postgres');
  const { succeeded, output } = await runServerCommand(postgres, ['--version'], account);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return succeeded && major !== undefined
    ? { initdb: path.join(directory, 'initdb'), postgres, majorVersion: Number(major) }
    : undefined;
}
