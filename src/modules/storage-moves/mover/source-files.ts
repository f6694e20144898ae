import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { holdsLink } from './move-failure.js';

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
 * The files of a repository, those of objects that it borrows included. Throws for links: nothing outside is followed
 * (contract: storage-moves §11).
 */
export function sourceFilesOf(directory: string): SourceFile[] {
  if (lstatSync(directory).isSymbolicLink()) {
    throw holdsLink();
  }
  const own = filesIn(directory);
  const borrowed: SourceFile[] = [];
  for (const objects of borrowedFrom(path.join(directory, 'objects'))) {
    for (const file of filesIn(objects)) {
      borrowed.push({ ...file, relativePath: `objects/${file.relativePath}` });
    }
  }
  const known = new Set(own.map(({ relativePath }) => relativePath));
  return [...own, ...borrowed.filter(({ relativePath }) => !known.has(relativePath))].filter(
    ({ relativePath }) => relativePath !== ALTERNATES,
  );
}

function filesIn(root: string, below = '', files: SourceFile[] = []): SourceFile[] {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftOut(relativePath)) {
      continue;
    }
    if (entry.isDirectory()) {
      filesIn(root, relativePath, files);
    } else if (entry.isFile()) {
      const from = path.join(root, relativePath);
      files.push({ relativePath, from, size: statSync(from).size });
    } else {
      throw holdsLink();
    }
  }
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
function borrowedFrom(objects: string, found = new Set<string>()): ReadonlySet<string> {
  const text = alternatesOf(objects);
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const each of named.map((line) => path.resolve(objects, line))) {
    if (!found.has(each)) {
      borrowedFrom(each, found.add(each));
    }
  }
  return found;
}

function alternatesOf(objects: string): string {
  try {
    return readFileSync(path.join(objects, 'info', 'alternates'), 'utf8');
  } catch {
    return ''; // most borrow nothing
  }
}
