import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { removeEmptied, removeTree } from './remove-tree.js';

/** What the names of directories begin with that are to become this one. */
export const draftsOf = (directory: string): string => `${directory}.new-`;

/** Removes a repository, what was cut off while it was made, and the directories around it that this leaves empty. */
export async function removeRepository(root: string, relativePath: string): Promise<void> {
  const directory = path.join(root, relativePath);
  const removed = `${directory}.removed`; // out of reach at once, even while it is read
  await rename(directory, removed).catch(() => undefined);
  await removeTree(removed);
  await removeDrafts(directory);
  await removeEmptied(path.dirname(directory), root);
}

/** Removes what was cut off while this directory was made. */
export async function removeDrafts(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []); // most often nothing was ever written
  for (const name of beside.filter((each) => path.join(parent, each).startsWith(draftsOf(directory)))) {
    await removeTree(path.join(parent, name));
  }
}
