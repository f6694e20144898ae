import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Folders of a repository in which git creates lock files; `true` includes subfolders. */
const LOCKED_FOLDERS: readonly (readonly [string, boolean])[] = [
  ['.', false],
  ['refs', true],
  ['objects/info', true],
  ['objects/pack', false],
];

/**
 * Removes lock files that a killed git process left. Git does not wait for a lock, but refuses a write that finds one.
 * A lock that is unchanged after `waitMs` has no process left to remove it. Compares two listings instead of
 * timestamps, because those come from the clock of the file system. Returns the number of removed locks.
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

/** Returns the paths of locks, each with an identity that distinguishes it from a later lock. */
async function locksIn(directory: string): Promise<ReadonlyMap<string, string>> {
  const locks = new Map<string, string>();
  for (const [folder, recursive] of LOCKED_FOLDERS) {
    const names = await readdir(path.join(directory, folder), { recursive }).catch(() => []); // some folders may not exist
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
    () => null, // removed in the meantime
  );
