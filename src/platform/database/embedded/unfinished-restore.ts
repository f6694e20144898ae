import { access, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartRefused } from '../../cli/start-refused.js';

/** File that marks such a directory. */
export const UNFINISHED_MARK = 'restore-unfinished';

/** Marks a data directory that is being restored; nothing starts on it until the mark is gone. */
export async function markUnfinished(dataDir: string): Promise<void> {
  const mark = await open(path.join(dataDir, UNFINISHED_MARK), 'w', 0o600);
  try {
    await mark.sync();
  } finally {
    await mark.close();
  }
}

export const markFinished = (dataDir: string): Promise<void> =>
  rm(path.join(dataDir, UNFINISHED_MARK), { force: true });

/** Throws {@link StartRefused} for a data directory whose restore was interrupted. */
export async function requireFinishedRestore(dataDir: string): Promise<void> {
  const isUnfinished = await access(path.join(dataDir, UNFINISHED_MARK)).then(
    () => true,
    () => false,
  );
  if (isUnfinished) {
    throw new StartRefused(
      `A restore into ${dataDir} is under way, or was broken off: then empty that folder, and restore again.`,
    );
  }
}
