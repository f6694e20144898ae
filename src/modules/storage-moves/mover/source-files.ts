import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { holdsLink } from './move-failure.js';

/** As many files at the same time as there are threads for them. */
const AT_ONCE = 4;
/** What processes left unfinished. */
const UNFINISHED = /^tmp_|^incoming-|^gc\.pid$|^\.new-/;
const ALTERNATES = 'objects/info/alternates';

/** A file of a repository by its path in it, and where its bytes are read from. */
export interface SourceFile {
  readonly relativePath: string;
  readonly from: string;
  readonly size: number;
}

/**
 * The files of a repository, those of objects that it borrows included. Throws `MoveFailure` for links: nothing outside is
 * followed (contract: storage-moves §11). Not a thread's work: a list of very many files, received as one message, would
 * stop the event loop.
 */
export async function sourceFilesOf(directory: string): Promise<SourceFile[]> {
  if ((await lstat(directory)).isSymbolicLink()) {
    throw holdsLink();
  }
  const own = await filesIn(directory);
  const borrowed: SourceFile[] = [];
  for (const objects of await borrowedFrom(path.join(directory, 'objects'))) {
    for (const file of await filesIn(objects)) {
      borrowed.push({ ...file, relativePath: `objects/${file.relativePath}` });
    }
  }
  const known = new Set(own.map(({ relativePath }) => relativePath));
  return [...own, ...borrowed.filter(({ relativePath }) => !known.has(relativePath))].filter(
    ({ relativePath }) => relativePath !== ALTERNATES,
  );
}

async function filesIn(root: string, below = '', files: SourceFile[] = []): Promise<SourceFile[]> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true });
  await inParallel(AT_ONCE, entries, async (entry) => {
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftOut(relativePath)) {
      return;
    }
    if (entry.isDirectory()) {
      await filesIn(root, relativePath, files);
    } else if (entry.isFile()) {
      const from = path.join(root, relativePath);
      files.push({ relativePath, from, size: (await stat(from)).size });
    } else {
      throw holdsLink();
    }
  });
  return files;
}

/**
 * Hooks, temporary files and locks (contract: storage-moves §5 step 5). A branch may be called as temporary files are;
 * git refuses only names of locks.
 */
function isLeftOut(relativePath: string): boolean {
  const name = path.posix.basename(relativePath);
  const isOfRef = relativePath.startsWith('refs/');
  return relativePath === 'hooks' || name.endsWith('.lock') || (!isOfRef && UNFINISHED.test(name));
}

/** Object directories that `alternates` names, those that they borrow from included. */
async function borrowedFrom(objects: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(objects, 'info', 'alternates'), 'utf8').catch(() => ''); // most borrow nothing
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const each of named.map((line) => path.resolve(objects, line))) {
    if (!found.has(each)) {
      await borrowedFrom(each, found.add(each));
    }
  }
  return found;
}
