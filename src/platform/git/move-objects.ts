import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = /^[0-9a-f]{2}$/;
const INDEX = '.idx';

/**
 * Moves the objects of an area into those of its repository, on the same file system. What git wrote whole has its own
 * name; what it broke off stays behind.
 */
export async function moveObjects(from: string, to: string): Promise<void> {
  const names = await readdir(from);
  for (const folder of names.filter((name) => FOLDER.test(name))) {
    await mkdir(path.join(to, folder)).catch(() => undefined); // another object's, if it is there
    await moveFiles(path.join(from, folder), path.join(to, folder));
  }
  await moveFiles(path.join(from, 'pack'), path.join(to, 'pack'));
}

/** A pack is seen by its index, which comes last. */
async function moveFiles(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => !name.startsWith('tmp_'));
  const isIndex = (name: string) => Number(name.endsWith(INDEX));
  for (const name of names.toSorted((one, other) => isIndex(one) - isIndex(other))) {
    await rename(path.join(from, name), path.join(to, name));
  }
}
