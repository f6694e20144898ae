import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where git locks files, in a repository; `true` where it does in the folders below, too. */
const LOCKED_FOLDERS: readonly (readonly [string, boolean])[] = [
  ['.', false],
  ['refs', true],
  ['objects/info', true],
  ['objects/pack', false],
];

/**
 * Removes the locks of files that a killed process of git left; git waits for no lock, and refuses a write that meets one. A lock
 * that is the same after `waitMs` has nobody who will take it away. Looks at the locks twice instead of at their times:
 * those are of the clock of the file system. Answers how many went.
 */
export async function removeLeftLocks(directory: string, waitMs: number, signal?: AbortSignal): Promise<number> {
  const found = await locksIn(directory);
  if (found.size === 0) {
    return 0;
  }
  await sleep(waitMs, undefined, { signal });
  const present = await locksIn(directory);
  const left = [...found].filter(([file, identity]) => present.get(file) === identity);
  await Promise.all(left.map(([file]) => rm(file, { force: true })));
  return left.length;
}

/** Paths of locks, each with what tells it from a later one. */
async function locksIn(directory: string): Promise<ReadonlyMap<string, string>> {
  const locks = new Map<string, string>();
  for (const [folder, recursive] of LOCKED_FOLDERS) {
    const names = await readdir(path.join(directory, folder), { recursive }).catch(() => []); // not every one is there
    for (const name of names.filter((each) => each.endsWith('.lock'))) {
      const file = path.join(directory, folder, name);
      const identity = await identityOf(file);
      if (identity !== null) {
        locks.set(file, identity);
      }
    }
  }
  return locks;
}

const identityOf = (file: string): Promise<string | null> =>
  lstat(file, { bigint: true }).then(
    ({ ino, ctimeNs }) => `${ino} ${ctimeNs}`,
    () => null, // gone meanwhile
  );
