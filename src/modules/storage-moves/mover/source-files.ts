import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { holdsLink } from './move-failure.js';

/** Number of parallel operations: one per thread that performs file operations. */
const AT_ONCE = 4;
/** Files that processes left unfinished. */
const UNFINISHED = /^tmp_|^incoming-|^gc\.pid$|^\.new-/;
const ALTERNATES = 'objects/info/alternates';

/** A file of a repository by its relative path, and the path that its bytes are read from. */
export interface SourceFile {
  readonly relativePath: string;
  readonly from: string;
  readonly size: number;
}

/**
 * Lists the files of a repository, including those of borrowed objects. Throws `MoveFailure` for links, so that nothing
 * outside is read (contract: storage-moves §11). Does not run in a worker thread, because receiving a very long list as
 * one message would block the event loop.
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
 * Whether the path is a hook, a temporary file or a lock (contract: storage-moves §5 step 5). Branches may have the
 * names of temporary files; git refuses only names of locks.
 */
function isLeftOut(relativePath: string): boolean {
  const name = path.posix.basename(relativePath);
  const isOfRef = relativePath.startsWith('refs/');
  return relativePath === 'hooks' || name.endsWith('.lock') || (!isOfRef && UNFINISHED.test(name));
}

/** Returns the object directories in `alternates`, including those that these borrow from in turn. */
async function borrowedFrom(objects: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(objects, 'info', 'alternates'), 'utf8').catch(() => ''); // most repositories borrow nothing
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const each of named.map((line) => path.resolve(objects, line))) {
    if (!found.has(each)) {
      await borrowedFrom(each, found.add(each));
    }
  }
  return found;
}
