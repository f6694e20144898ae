import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { randomHex } from '../crypto/random.js';
import type { NewObject } from './pack.js';

/** Objects in files of their own, written as git does it: a thread's work, since it waits for the disk. */

/** What git itself writes with, unless told otherwise. */
const FAST = { level: 1 };

export const looseFile = (objects: string, id: string): string => path.join(objects, id.slice(0, 2), id.slice(2));

/**
 * Writes an object that was checked. One that is there becomes as young as a new one, so that nobody collects it; that a
 * blob is there is found out first, commits and trees are new as a rule.
 */
export function writeLoose(objects: string, { id, type, content }: NewObject): void {
  const file = looseFile(objects, id);
  if (type === 'blob' && isRenewed(file)) {
    return;
  }
  const created = path.join(path.dirname(file), `tmp_obj_${randomHex(6)}`); // git's own name for what it may collect
  const bytes = deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), FAST);
  try {
    writeInFolder(created, bytes);
    renameSync(created, file);
  } catch (error) {
    rmSync(created, { force: true });
    throw error;
  }
}

function isRenewed(file: string): boolean {
  const now = new Date();
  try {
    utimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

/** As git does it: its folder is made when it is missed. */
function writeInFolder(file: string, bytes: Buffer): void {
  const write = () => {
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o444 });
  };
  try {
    write();
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
    makeFolder(path.dirname(file));
    write();
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch {
    // another object's, if it is there; else writing says what is wrong
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
