import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyMillis } from '../../common/time/steady-millis.js';
import { NULL_ID } from './git-directory.js';
import { readLooseSync } from './loose-objects.js';
import type { NewObject } from './pack.js';
import { packedRefsSync, readRefFileSync } from './ref-files.js';
import { BRANCHES } from './ref-names.js';

/** The update of a ref to another id; 40 zeros mean that it does not exist. */
export interface RefMove {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** What an update of a ref depends on, beside its value. */
export interface RefMoveTerms {
  /** Objects to be written before the update. */
  readonly objects?: readonly NewObject[];
  /** The ref may be updated until this time, in milliseconds of `steadyMillis()`. */
  readonly until?: number;
}

export type RefMoveOutcome = 'moved' | 'refused' | 'late' | 'left to git';

/**
 * Updates a ref to `after` if it is `before`, without a process, under the lock file that git's own processes use. The
 * objects must have been written. Returns `refused` when the ref has another value; `late` after `until`; `left to git`
 * when more than one file is concerned: deletions, symbolic refs, conflicting names, a lock held by another process, a
 * new object in a pack. For worker threads, since it waits for the disk.
 */
export function moveRefFile(directory: string, move: RefMove, terms: RefMoveTerms = {}): RefMoveOutcome {
  const { objects = [], until = Infinity } = terms;
  if (!isSimple(directory, move, objects)) {
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
 * Removes the lock file that a process or thread left when it was killed during the update; it contains the new id.
 * Only for updates that have ended.
 */
export async function releaseRefLock(directory: string, { ref, after }: RefMove): Promise<void> {
  const lock = lockOf(path.join(directory, ref));
  const found = await textOf(lock);
  const content = found === '' ? await sleep(WRITTEN_AFTER_MS).then(() => textOf(lock)) : found;
  if (content === after || content === '') {
    await rm(lock, { force: true });
  }
}

/** A lock file is written right after it is created: one that stays empty longer was left behind. */
const WRITTEN_AFTER_MS = 100;

const lockOf = (file: string): string => `${file}.lock`;

const isSimple = (directory: string, move: RefMove, written: readonly NewObject[]): boolean =>
  move.after !== NULL_ID &&
  mayBeHeld(directory, move, written) &&
  (move.before !== NULL_ID || !isPackedInTheWay(directory, move.ref));

/** Branches must point to commits. */
function mayBeHeld(directory: string, { ref, after }: RefMove, written: readonly NewObject[]): boolean {
  const object = written.find(({ id }) => id === after) ?? readLooseSync(path.join(directory, 'objects'), after);
  return object !== null && (object.type === 'commit' || !ref.startsWith(BRANCHES));
}

/**
 * Whether a packed ref has this name as a directory, or the other way round. A file in the way makes the update itself
 * fail.
 */
function isPackedInTheWay(directory: string, ref: string): boolean {
  const packed = packedRefsSync(directory);
  const outer = ref.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  return (
    packed !== undefined &&
    (packed.includes(` ${ref}/`) || outer.slice(FIRST_NAMED).some((name) => packed.includes(` ${name}\n`)))
  );
}

/** `refs` and `refs/heads` are not refs. */
const FIRST_NAMED = 3;

/** Called with the lock held, so nothing else changes the ref. */
function moveLocked(directory: string, { ref, before }: RefMove, until: number): RefMoveOutcome {
  const file = path.join(directory, ref);
  const held = readRefFileSync(directory, ref);
  const isSymbolic = held === null && existsSync(file); // or a directory
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

/** Returns false when the lock is held by another process, or when git has to report what is wrong. */
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

/** Packing refs removes empty directories. The directory of a removed repository is not created again. */
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
    // it exists, or creating the lock fails as well
  }
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'latin1').then(
    (text) => text.trim(),
    () => null,
  );
