import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Numbers of packs and of loose objects above which a repository is repacked. */
const MANY_PACKS = 30;
const MANY_LOOSE = 4000;
/** The one directory of loose objects that is counted. Objects are distributed evenly, so it represents all of them. */
const SAMPLED = '17';
const DIRECTORIES = 256;
/** Number of loose ref files above which listing refs takes too long. */
const MANY_REFS = 500;

/** Unreachable objects are kept for two weeks for readers that still use them (contract: git §5.4). */
const GC = ['gc', '--quiet', '--prune=2.weeks.ago'];
const PACK_REFS = ['pack-refs', '--all', '--prune'];

/** Returns the git command that a repository needs because it has become fragmented; null if none is needed. */
export async function dueUpkeep(directory: string): Promise<readonly string[] | null> {
  if (await isScattered(path.join(directory, 'objects'))) {
    return GC;
  }
  return (await filesIn(path.join(directory, 'refs'))) > MANY_REFS ? PACK_REFS : null;
}

async function isScattered(objects: string): Promise<boolean> {
  const packs = await namesIn(path.join(objects, 'pack'));
  const loose = await namesIn(path.join(objects, SAMPLED));
  return packs.filter((name) => name.endsWith('.pack')).length > MANY_PACKS || loose.length * DIRECTORIES > MANY_LOOSE;
}

async function filesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);
