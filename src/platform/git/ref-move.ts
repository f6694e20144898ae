import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NULL_ID } from './git-directory.js';
import { findLoose } from './loose-objects.js';
import { packedRefs, readRefFile } from './ref-files.js';
import { BRANCHES } from './ref-names.js';

/** A reference that is to hold another id; 40 zeros stand for none. */
export interface RefMove {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

export type RefMoveOutcome = 'moved' | 'refused' | 'left to git';

/**
 * Lets a reference hold `after` if it holds `before`, without a process, under the lock by which git's own processes keep
 * each other away. `refused` when it holds something else. `left to git` where more than one file is concerned: deletions,
 * symbolic references, names in each other's way, a lock that somebody else holds, a new object that lies in a pack.
 */
export async function moveRefFile(directory: string, move: RefMove): Promise<RefMoveOutcome> {
  if (!(await isSimple(directory, move))) {
    return 'left to git';
  }
  const file = path.join(directory, move.ref);
  const lock = lockOf(file);
  if (!(await takeLock(directory, lock, move.after))) {
    return 'left to git';
  }
  const outcome = await moveLocked(directory, move).catch(() => 'left to git' as const);
  if (outcome !== 'moved') {
    await rm(lock, { force: true });
  }
  return outcome;
}

/**
 * Takes away the lock that a process left when it was killed while it moved the reference: the new id stands in it. Only
 * for moves of processes that have ended.
 */
export async function releaseRefLock(directory: string, { ref, after }: RefMove): Promise<void> {
  const lock = lockOf(path.join(directory, ref));
  const found = await textOf(lock);
  const content = found === '' ? await sleep(WRITTEN_AFTER_MS).then(() => textOf(lock)) : found;
  if (content === after || content === '') {
    await rm(lock, { force: true });
  }
}

/** A lock is taken and then written: one that is empty for longer was left behind. */
const WRITTEN_AFTER_MS = 100;

const lockOf = (file: string): string => `${file}.lock`;

async function isSimple(directory: string, { ref, before, after }: RefMove): Promise<boolean> {
  const object = ref.startsWith(BRANCHES) ? `${after}^{commit}` : after;
  return (
    after !== NULL_ID &&
    (await findLoose(directory, object)) !== null &&
    (before !== NULL_ID || !(await isPackedInTheWay(directory, ref)))
  );
}

/** Whether a packed reference is a directory of this name, or lies inside it; a file in the way fails the move itself. */
async function isPackedInTheWay(directory: string, ref: string): Promise<boolean> {
  const packed = await packedRefs(directory);
  const outer = ref.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  return (
    packed !== undefined &&
    (packed.includes(` ${ref}/`) || outer.slice(FIRST_NAMED).some((name) => packed.includes(` ${name}\n`)))
  );
}

/** `refs` and `refs/heads` are no references. */
const FIRST_NAMED = 3;

/** Who holds the lock is alone with the reference. */
async function moveLocked(directory: string, { ref, before }: RefMove): Promise<RefMoveOutcome> {
  const file = path.join(directory, ref);
  const held = await readRefFile(directory, ref);
  const isSymbolic = held === null && (await exists(file)); // or a folder
  if (isSymbolic) {
    return 'left to git';
  }
  if ((held ?? NULL_ID) !== before) {
    return 'refused';
  }
  await rename(lockOf(file), file);
  return 'moved';
}

/** False when somebody else has it, or git has to find out what is wrong. */
async function takeLock(directory: string, lock: string, id: string): Promise<boolean> {
  const handle = await open(lock, 'wx').catch(() => openInFolder(directory, lock));
  if (!handle) {
    return false;
  }
  try {
    await handle.write(`${id}\n`);
    return true;
  } catch {
    await rm(lock, { force: true });
    return false;
  } finally {
    await handle.close();
  }
}

/** Packing refs takes folders away that it has emptied. A repository that is gone is not made again. */
async function openInFolder(directory: string, lock: string) {
  try {
    let folder = path.join(directory, 'refs');
    for (const name of path.relative(folder, path.dirname(lock)).split(path.sep)) {
      folder = path.join(folder, name);
      await mkdir(folder).catch(() => undefined); // it is there, or the lock cannot be made either
    }
    return await open(lock, 'wx');
  } catch {
    return null;
  }
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'latin1').then(
    (text) => text.trim(),
    () => null,
  );

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
