import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { promisify } from 'node:util';
import { randomHex } from '../crypto/random.js';
import type { GitObject, ObjectType } from './cat-file.js';
import type { NewObject } from './pack.js';
import { readSmallFile } from './small-file.js';
import type { RecentObjects } from './recent-objects.js';
import { readHeadFile, readRefFile } from './ref-files.js';

/** Objects in files of their own, read and written as git does it, where a process would cost more than the work. */

const ID = /^[0-9a-f]{40}$/;
const PEELED = '^{commit}';
/** Larger ones are left to git: they would keep the event loop busy. */
const MOST_COMPRESSED = 64 * 1024;
const MOST_INFLATED = 512 * 1024;
/** Most objects are smaller; compressing so little takes less time than handing it to another thread. */
const LITTLE = 8 * 1024;
const HEAD = /^(blob|tree|commit|tag) (0|[1-9]\d*)$/;
const LONGEST_HEAD = 32;

const fileOf = (objects: string, id: string): string => path.join(objects, id.slice(0, 2), id.slice(2));

/**
 * The object of that name: a whole id, `HEAD` or a full reference name, with `^{commit}` behind it or not. Without
 * `recent`, which keeps what is found, the file itself is looked at. Null where git has to be asked: it lies in a pack, is large, is no commit, or does not exist.
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
  if (ID.test(name)) {
    return name;
  }
  const ref = name === 'HEAD' ? await readHeadFile(directory) : name;
  return ref?.startsWith('refs/') === true && !ref.includes('..') ? readRefFile(directory, ref) : null;
}

async function readLoose(objects: string, id: string): Promise<GitObject | null> {
  try {
    const compressed = await readSmallFile(fileOf(objects, id), MOST_COMPRESSED);
    return compressed && readObject(id, compressed);
  } catch {
    return null; // git says what is wrong with it
  }
}

/** The object that a file of that id holds; null where it holds none, or a large one. */
export function readObject(id: string, compressed: Buffer): GitObject | null {
  const inflated = inflate(compressed);
  if (!isInflated(inflated) || inflated.engine.bytesWritten !== compressed.length) {
    return null; // something follows the object: git takes it for corrupt
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

/** What `info` adds to the answer; the types of Node do not know it. */
const isInflated = (
  value: unknown,
): value is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } =>
  typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;

const isType = (word: string | undefined): word is ObjectType =>
  word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag';

/**
 * Writes an object that was checked. One that is there becomes as young as a new one, so that nobody collects it; that a
 * blob is there is found out first, commits and trees are new as a rule.
 */
export async function writeLoose(objects: string, { id, type, content }: NewObject): Promise<void> {
  const file = fileOf(objects, id);
  if (type === 'blob' && (await isRenewed(file))) {
    return;
  }
  const created = path.join(path.dirname(file), `tmp_obj_${randomHex(6)}`); // git's own name for what it may collect
  const bytes = await deflated(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]));
  try {
    await writeInFolder(created, bytes);
    await rename(created, file);
  } catch (error) {
    await rm(created, { force: true });
    throw error;
  }
}

async function isRenewed(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    () => false,
  );
}

/** As git does it: its folder is made when it is missed. */
async function writeInFolder(file: string, bytes: Buffer): Promise<void> {
  const write = () => writeFile(file, bytes, { flag: 'wx', mode: 0o444 });
  try {
    await write();
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    await mkdir(path.dirname(file)).catch(() => undefined); // another object's, if it is there
    await write();
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** What git itself writes with, unless told otherwise. */
const FAST = { level: 1 };
const deflateBeside = promisify<Buffer, typeof FAST, Buffer>(deflate);

const deflated = async (bytes: Buffer): Promise<Buffer> =>
  bytes.length < LITTLE ? deflateSync(bytes, FAST) : deflateBeside(bytes, FAST);
