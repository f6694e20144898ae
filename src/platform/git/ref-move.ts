import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyMillis } from '../../common/time/steady-millis.js';
import { NULL_ID } from './git-directory.js';
import { readLooseSync } from './loose-objects.js';
import { packedRefsSync, readRefFileSync } from './ref-files.js';
import { BRANCHES } from './ref-names.js';

/** A reference that is to hold another id; 40 zeros stand for none. */
export interface RefMove {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

export type RefMoveOutcome = 'moved' | 'refused' | 'late' | 'left to git';

/**
 * Lets a reference hold `after` if it holds `before`, without a process, under the lock by which git's own processes keep
 * each other away. `refused` when it holds something else; `late` after `until`, in milliseconds of `steadyMillis()`;
 * `left to git` where more than one file is concerned: deletions, symbolic references, names in each other's way, a lock
 * that somebody else holds, a new object that lies in a pack. A thread's work, since it waits for the disk.
 */
export function moveRefFile(directory: string, move: RefMove, until = Infinity): RefMoveOutcome {
  if (!isSimple(directory, move)) {
    return 'left to git';
  }
  const lock = lockOf(path.join(directory, move.ref));
  if (!takeLock(directory, lock, move.after)) {
    return 'left to git';
  }
  const outcome = moveLocked(directory, move, until);
  if (outcome !== 'moved') {
    rmSync(lock, { force: true });
  }
  return outcome;
}

/**
 * Takes away the lock that a process or a thread left when it was killed while it moved the reference: the new id stands in
 * it. Only for moves that have ended.
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

const isSimple = (directory: string, move: RefMove): boolean =>
  move.after !== NULL_ID &&
  mayBeHeld(directory, move) &&
  (move.before !== NULL_ID || !isPackedInTheWay(directory, move.ref));

/** Branches hold commits. */
function mayBeHeld(directory: string, { ref, after }: RefMove): boolean {
  const object = readLooseSync(path.join(directory, 'objects'), after);
  return object !== null && (object.type === 'commit' || !ref.startsWith(BRANCHES));
}

/** Whether a packed reference is a directory of this name, or lies inside it; a file in the way fails the move itself. */
function isPackedInTheWay(directory: string, ref: string): boolean {
  const packed = packedRefsSync(directory);
  const outer = ref.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  return (
    packed !== undefined &&
    (packed.includes(` ${ref}/`) || outer.slice(FIRST_NAMED).some((name) => packed.includes(` ${name}\n`)))
  );
}

/** `refs` and `refs/heads` are no references. */
const FIRST_NAMED = 3;

/** Who holds the lock is alone with the reference. */
function moveLocked(directory: string, { ref, before }: RefMove, until: number): RefMoveOutcome {
  const file = path.join(directory, ref);
  const held = readRefFileSync(directory, ref);
  const isSymbolic = held === null && existsSync(file); // or a folder
  if (isSymbolic) {
    return 'left to git';
  }
  if ((held ?? NULL_ID) !== before) {
    return 'refused';
  }
  if (steadyMillis() > until) {
    return 'late';
  }
  try {
    renameSync(lockOf(file), file);
    return 'moved';
  } catch {
    return 'left to git';
  }
}

/** False when somebody else has it, or git has to find out what is wrong. */
function takeLock(directory: string, lock: string, id: string): boolean {
  const file = openNew(lock) ?? openInFolder(directory, lock);
  if (file === null) {
    return false;
  }
  try {
    writeSync(file, `${id}\n`);
    return true;
  } catch {
    rmSync(lock, { force: true });
    return false;
  } finally {
    closeSync(file);
  }
}

/** Packing refs takes folders away that it has emptied. A repository that is gone is not made again. */
function openInFolder(directory: string, lock: string): number | null {
  let folder = path.join(directory, 'refs');
  for (const name of path.relative(folder, path.dirname(lock)).split(path.sep)) {
    folder = path.join(folder, name);
    makeFolder(folder);
  }
  return openNew(lock);
}

function openNew(file: string): number | null {
  try {
    return openSync(file, 'wx');
  } catch {
    return null;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch {
    // it is there, or the lock cannot be made either
  }
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'latin1').then(
    (text) => text.trim(),
    () => null,
  );
