import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JoinedPart } from '../blob-driver.js';
import { BlobMissingError } from '../blob-errors.js';
import type { BlobTree } from './blob-tree.js';
import { hasCode, syncDirectory } from './durable.js';
import { moveInto } from './file-writer.js';

const NUMBER_WIDTH = 8;
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * A joined object is a directory with hard links to the parts' files, in order: no byte is copied, however large the
 * parts are, and the parts can be removed afterwards. One rename gives it its key.
 */
export async function joinFiles(tree: BlobTree, key: string, parts: readonly JoinedPart[]): Promise<void> {
  const directory = tree.passing(key);
  await mkdir(directory, { recursive: true });
  try {
    for (const [index, part] of parts.entries()) {
      await linkPart(tree, part.key, join(directory, String(index).padStart(NUMBER_WIDTH, '0')));
    }
    await syncDirectory(directory);
    await moveInto(tree, directory, key);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) {
      throw error; // otherwise the same parts have already been joined
    }
  }
}

async function linkPart(tree: BlobTree, key: string, path: string): Promise<void> {
  try {
    await link(tree.object(key), path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      throw new BlobMissingError(key);
    }
    if (!hasCode(error, ...NO_LINKS)) {
      throw error;
    }
    await copyDurably(tree.object(key), path);
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
