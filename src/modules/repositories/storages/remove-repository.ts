import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { draftsOf } from '../../../platform/git/new-repository.js';
import { removeEmptied, removeTree } from './remove-tree.js';

/** Removes a repository, its unfinished temporary directories, and parent directories that become empty. */
export async function removeRepository(root: string, relativePath: string): Promise<void> {
  const directory = path.join(root, relativePath);
  const removed = `${directory}.removed`; // unreachable at once, even for running reads
  await rename(directory, removed).catch(() => undefined);
  await removeTree(removed);
  await removeDrafts(directory);
  await removeEmptied(path.dirname(directory), root);
}

/** Removes unfinished temporary directories of this directory. */
export async function removeDrafts(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []); // usually nothing was ever written
  for (const name of beside.filter((each) => path.join(parent, each).startsWith(draftsOf(directory)))) {
    await removeTree(path.join(parent, name));
  }
}
