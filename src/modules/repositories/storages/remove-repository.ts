import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { removeEmptied, removeTree } from './remove-tree.js';

/** Prefix of the temporary directories that become this one. */
export const draftsOf = (directory: string): string => `${directory}.new-`;

/** Removes a repository, its unfinished temporary directories, and parent directories that become empty. */
export async function removeRepository(root: string, relativePath: string): Promise<void> {
  const directory = path.join(root, relativePath);
  const removed = `${directory}.removed`; // unreachable at once, even while it is being read
  await rename(directory, removed).catch(() => undefined);
  await removeTree(removed);
  await removeDrafts(directory);
  await removeEmptied(path.dirname(directory), root);
}

/** Removes unfinished temporary directories for this one. */
export async function removeDrafts(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []); // usually nothing was ever written
  for (const name of beside.filter((each) => path.join(parent, each).startsWith(draftsOf(directory)))) {
    await removeTree(path.join(parent, name));
  }
}
