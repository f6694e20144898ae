import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readlink, realpath, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { StartRefused } from '../../cli/start-refused.js';
import { makeConfiguredDirectory } from '../../config/make-configured-directory.js';
import { exists } from './postgres-package.js';
import type { ServerAccount } from './server-account.js';
import { serverAccount } from './server-account.js';
import { canEnter } from './server-command.js';
import { openSocketDirectory } from './socket-directory.js';

/** Paths of an embedded server, absolute and without links, because the server changes its working directory. */
export interface PostgresHome {
  /** Contains everything of the server except its log. */
  readonly directory: string;
  /** The server's data directory; it does not exist before the first start. */
  readonly cluster: string;
  readonly socketDirectory: string;
  readonly logFile: string;
  readonly account: ServerAccount | undefined;
}

/**
 * Opens `<dataDir>/postgres`. For root, whose server runs as another account, it is a link to a directory below
 * `outsideDir` if that account cannot reach `dataDir`; later starts follow the link.
 */
export async function openPostgresHome(dataDir: string, outsideDir: string): Promise<PostgresHome> {
  const account = serverAccount();
  await makeConfiguredDirectory('DATA_DIR', dataDir, account ? 0o711 : 0o700);
  const directory = await openDirectory(path.join(await realpath(dataDir), 'postgres'), outsideDir, account);
  const cluster = path.join(directory, 'cluster');
  const owner = account && (await ownerOf(cluster, account));
  await closeToOthers(directory, owner);
  if (!(await canEnter(directory, owner))) {
    throw new StartRefused(
      `PostgreSQL runs as user ${owner?.uid ?? 'of this process'}, who cannot enter ${directory}. Let it in (chmod a+x).`,
    );
  }
  return {
    directory,
    cluster,
    socketDirectory: await openSocketDirectory(directory, owner),
    logFile: path.join(dataDir, 'postgres.log'),
    account: owner,
  };
}

/** A cluster keeps its owner, so that root can start one that was created by an ordinary user. */
async function ownerOf(cluster: string, fallback: ServerAccount): Promise<ServerAccount> {
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 && owner.uid !== fallback.uid ? { uid: owner.uid, gid: owner.gid } : fallback;
}

/**
 * Only the server's group may enter root's directory: other processes of the same user reach neither files nor socket.
 */
async function closeToOthers(directory: string, account: ServerAccount | undefined): Promise<void> {
  const { uid } = await stat(directory);
  if (account && uid === 0) {
    await chown(directory, 0, account.gid);
    await chmod(directory, 0o710);
  }
}

async function openDirectory(pointer: string, outsideDir: string, account: ServerAccount | undefined): Promise<string> {
  if (!(await exists(pointer))) {
    await letThrough(path.dirname(pointer), account);
    const reachable = await canEnter(path.dirname(pointer), account);
    await (reachable ? makeDirectory(pointer) : makeDirectoryOutside(pointer, outsideDir));
  }
  return realpath(pointer).catch(async () => {
    const gone = await readlink(pointer);
    throw new StartRefused(
      `The database of ${pointer} was kept in ${gone}, which is gone. Restore it, or remove the link to start empty.`,
    );
  });
}

/**
 * Makes root's closed data directory traversable but not readable: its contents have their own modes, and the database
 * stays inside it. Directories above it are not changed.
 */
async function letThrough(dataDir: string, account: ServerAccount | undefined): Promise<void> {
  const { uid, mode } = await stat(dataDir);
  if (account && uid === 0 && (mode & 0o001) === 0) {
    await chmod(dataDir, (mode & 0o777) | 0o011);
  }
}

/** Owned by the caller: the server's account may only change the directories inside it. */
async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
}

async function makeDirectoryOutside(pointer: string, outsideDir: string): Promise<void> {
  const directory = path.join(outsideDir, randomBytes(8).toString('hex'));
  await makeDirectory(outsideDir);
  await makeDirectory(directory);
  await symlink(directory, pointer).catch(async (error: unknown) => {
    await rm(directory, { recursive: true });
    if (!(await exists(pointer))) {
      throw error;
    }
  }); // otherwise another process was faster
}
