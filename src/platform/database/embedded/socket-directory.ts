import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartRefused } from '../../cli/start-refused.js';
import type { ServerAccount } from './server-account.js';
import { hasOwnGroup } from './server-account.js';

/** Maximum length of a socket's path in bytes, without the final zero. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

const fits = (directory: string): boolean =>
  Buffer.byteLength(path.join(directory, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH;

/**
 * Returns the socket directory of a server in `home`: `home` itself, or a short directory when its path is too long.
 */
export function socketDirectoryFor(home: string, temporary = tmpdir()): string {
  const name = `slipway-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const choices = [path.join(home, 'socket'), path.join(temporary, name)];
  return choices.find(fits) ?? path.join('/tmp', name);
}

/** Creates the socket directory, accessible only for its owner; throws when it belongs to another user. */
export async function openSocketDirectory(home: string, account: ServerAccount | undefined): Promise<string> {
  const directory = socketDirectoryFor(home);
  await makeOwnDirectory(directory, account);
  if (account && hasOwnGroup(account) && path.dirname(directory) !== home) {
    await openToGroupOnly(directory, account); // inside of `home` no other user can reach it
  }
  return directory;
}

/** Other processes of the server's user do not have its group. */
async function openToGroupOnly(directory: string, { gid }: ServerAccount): Promise<void> {
  await lchown(directory, 0, gid);
  await chmod(directory, 0o770);
}

/** Creates a directory of mode 0700 owned by the server's account, or by the caller. */
export async function makeOwnDirectory(directory: string, account: ServerAccount | undefined): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch(ignoreExisting);
  const found = await lstat(directory);
  const owners = [process.getuid?.(), account?.uid];
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartRefused(`${directory} is needed for the database server, but belongs to somebody else. Remove it.`);
  }
  await chmod(directory, 0o700);
  if (account) {
    await lchown(directory, account.uid, account.gid);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') {
    throw error;
  }
}
