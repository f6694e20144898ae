import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { randomHex } from '../crypto/random.js';
import type { NewObject } from './pack.js';

/** Writes loose objects in the same way as git. For worker threads, since it waits for the disk. */

/** Git's default compression level. */
const FAST = { level: 1 };

export const looseFile = (objects: string, id: string): string => path.join(objects, id.slice(0, 2), id.slice(2));

/** Writes validated objects, which may have been posted to this thread. Throws when one could not be written. */
export function writeLooseObjects(folder: string, objects: readonly NewObject[]): void {
  for (const object of objects) {
    writeLoose(folder, { ...object, content: Buffer.from(object.content) }); // posting a message converts a Buffer into plain bytes
  }
}

/**
 * Writes an object that has been validated. The file of an existing object gets a new modification time, so that it is
 * not garbage-collected. Existence is checked first for blobs only: commits and trees are new as a rule.
 */
export function writeLoose(objects: string, { id, type, content }: NewObject): void {
  const file = looseFile(objects, id);
  if (type === 'blob' && isRenewed(file)) {
    return;
  }
  const created = path.join(path.dirname(file), `tmp_obj_${randomHex(6)}`); // git's name for temporary files, which it garbage-collects
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

/** Like git, creates the folder only when it is missing. */
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
    // created for another object, or the write reports what is wrong
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
