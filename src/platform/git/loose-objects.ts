import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { GitObject, ObjectType } from './cat-file.js';
import { looseFile } from './loose-writes.js';
import { isStoredId } from './object-ids.js';
import { readSmallFile, readSmallFileSync } from './small-file.js';
import type { RecentObjects } from './recent-objects.js';
import { readHeadFile, readRefFile } from './ref-files.js';

/** Loose objects, read in the same way as git, for cases in which a process would cost more than the work. */

const PEELED = '^{commit}';
/** Larger objects are left to git: they would keep the event loop busy. */
const MOST_COMPRESSED = 64 * 1024;
const MOST_INFLATED = 512 * 1024;
const HEAD = /^(blob|tree|commit|tag) (0|[1-9]\d*)$/;
const LONGEST_HEAD = 32;

/**
 * Returns the object with this name: a full id, `HEAD` or a full ref name, optionally followed by `^{commit}`. With
 * `recent`, found objects are cached there; without it, the file itself is always read. Null when git has to be asked:
 * the object is in a pack, is large, is not a commit, or does not exist.
 */
export async function findLoose(directory: string, name: string, recent?: RecentObjects): Promise<GitObject | null> {
  const isPeeled = name.endsWith(PEELED);
  const id = await idOf(directory, isPeeled ? name.slice(0, -PEELED.length) : name);
  const object = id === null ? null : (recent?.of(directory, id) ?? (await readNew(directory, id, recent)));
  return object && isPeeled && object.type !== 'commit' ? null : object;
}

async function readNew(directory: string, id: string, recent?: RecentObjects): Promise<GitObject | null> {
  const object = await readLoose(path.join(directory, 'objects'), id);
  if (object) {
    recent?.note(directory, object);
  }
  return object;
}

async function idOf(directory: string, name: string): Promise<string | null> {
  if (isStoredId(name)) {
    return name;
  }
  const ref = name === 'HEAD' ? await readHeadFile(directory) : name;
  return ref?.startsWith('refs/') === true && !ref.includes('..') ? readRefFile(directory, ref) : null;
}

/** Returns the object with this id below a directory of objects; null when git has to be asked. */
export async function readLoose(objects: string, id: string): Promise<GitObject | null> {
  try {
    const compressed = await readSmallFile(looseFile(objects, id), MOST_COMPRESSED);
    return compressed && readObject(id, compressed);
  } catch {
    return null; // git reports what is wrong with it
  }
}

/** Synchronous variant of {@link readLoose}, for worker threads. */
export function readLooseSync(objects: string, id: string): GitObject | null {
  try {
    const compressed = readSmallFileSync(looseFile(objects, id), MOST_COMPRESSED);
    return compressed && readObject(id, compressed);
  } catch {
    return null;
  }
}

/** Returns the object that a file with this id contains; null for an invalid or a large one. */
export function readObject(id: string, compressed: Buffer): GitObject | null {
  const inflated = inflate(compressed);
  if (!isInflated(inflated) || inflated.engine.bytesWritten !== compressed.length) {
    return null; // trailing bytes: git treats the object as corrupt
  }
  const { buffer: bytes } = inflated;
  const end = bytes.subarray(0, LONGEST_HEAD).indexOf(0);
  const [, type, length] = HEAD.exec(bytes.toString('latin1', 0, end)) ?? [];
  const content = bytes.subarray(end + 1);
  return isType(type) && content.length === Number(length) ? { id, type, size: content.length, content } : null;
}

function inflate(compressed: Buffer): unknown {
  try {
    return inflateSync(compressed, { maxOutputLength: MOST_INFLATED, info: true });
  } catch {
    return null;
  }
}

/** Result of inflating with the option `info`, which Node's types do not describe. */
const isInflated = (
  value: unknown,
): value is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } =>
  typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;

const isType = (word: string | undefined): word is ObjectType =>
  word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag';
