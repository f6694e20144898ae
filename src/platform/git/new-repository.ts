import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY_DIRECTORIES } from './git-directory.js';
import { writeLooseObjects } from './loose-writes.js';
import type { NewObject } from './pack.js';
import { BRANCHES } from './ref-names.js';

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

export interface RepositoryContents {
  /** The disk of the repository is mounted if this file holds this text; otherwise nothing is written. */
  readonly proof: FileText;
  /** Written before anything else. */
  readonly note?: FileText;
  /** HEAD points to it. */
  readonly defaultBranch: string;
  /** The first commit of the default branch; without it, the repository is empty. */
  readonly first?: FirstCommit;
}

export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** `present` if a concurrent process has created it first, `unreachable` if its disk is not mounted. */
export type CreationOutcome = 'created' | 'present' | 'unreachable';

export interface FirstCommit {
  readonly id: string;
  /** The validated commit with its trees and blobs. */
  readonly objects: readonly NewObject[];
}

/** Prefix of the temporary directories that are renamed to this one. */
export const draftsOf = (directory: string): string => `${directory}.new-`;

/**
 * Creates a bare repository under a temporary name and renames it, so that it is never visible half-finished. For
 * worker threads, since it waits for the disk.
 */
export function createRepository(directory: string, contents: RepositoryContents): CreationOutcome {
  const { proof, note, defaultBranch, first } = contents;
  if (!isProven(proof)) {
    return 'unreachable';
  }
  if (note) {
    writeFileSync(note.file, note.text);
  }
  mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(draftsOf(directory));
  try {
    writeBare(draft, defaultBranch);
    if (first) {
      writeFirst(draft, defaultBranch, first);
    }
    renameSync(draft, directory);
    return 'created';
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path.join(directory, 'HEAD'))) {
      throw error;
    }
    return 'present';
  }
}

function isProven({ file, text }: FileText): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === text;
  } catch {
    return false;
  }
}

function writeBare(directory: string, defaultBranch: string): void {
  for (const inner of REPOSITORY_DIRECTORIES) {
    mkdirSync(path.join(directory, inner), { recursive: true, mode: 0o700 });
  }
  writeFileSync(path.join(directory, 'config'), CONFIG);
  writeFileSync(path.join(directory, 'HEAD'), `ref: ${BRANCHES}${defaultBranch}\n`);
}

function writeFirst(directory: string, branch: string, { id, objects }: FirstCommit): void {
  writeLooseObjects(path.join(directory, 'objects'), objects);
  const ref = path.join(directory, BRANCHES + branch);
  mkdirSync(path.dirname(ref), { recursive: true });
  writeFileSync(ref, `${id}\n`);
}
