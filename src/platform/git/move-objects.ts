import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = /^[0-9a-f]{2}$/;
const INDEX = '.idx';

/**
 * Moves the objects of an area into its repository, on the same file system. Complete files have their final names;
 * files that git left incomplete stay behind.
 */
export async function moveObjects(from: string, to: string): Promise<void> {
  const names = await readdir(from);
  for (const folder of names.filter((name) => FOLDER.test(name))) {
    await mkdir(path.join(to, folder)).catch(() => undefined); // it may exist for another object
    await moveFiles(path.join(from, folder), path.join(to, folder));
  }
  await moveFiles(path.join(from, 'pack'), path.join(to, 'pack'));
}

/** A pack becomes visible with its index, which is moved last. */
async function moveFiles(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => !name.startsWith('tmp_'));
  const isIndex = (name: string) => Number(name.endsWith(INDEX));
  for (const name of names.toSorted((one, other) => isIndex(one) - isIndex(other))) {
    await rename(path.join(from, name), path.join(to, name));
  }
}
