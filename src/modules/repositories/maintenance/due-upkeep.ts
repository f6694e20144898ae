import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Packs, or loose objects, beyond which a repository is packed anew. */
const MANY_PACKS = 30;
const MANY_LOOSE = 4000;
/** Loose objects are spread evenly: one directory of them tells of all. */
const SAMPLED = '17';
const DIRECTORIES = 256;
/** Refs in files of their own, beyond which listing them takes longer than it should. */
const MANY_REFS = 500;

/** What nothing reaches any more stays for who still reads it (contract: git §5.4). */
const GC = ['gc', '--quiet', '--prune=2.weeks.ago'];
const PACK_REFS = ['pack-refs', '--all', '--prune'];

/** The git command that a repository needs because it has become scattered; null while it has not. */
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
