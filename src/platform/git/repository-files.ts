import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readSmallFileSync } from './small-file.js';

/** The files of a repository by their paths in it, with what they hold. */
export type RepositoryFiles = ReadonlyMap<string, Buffer>;

/** Files and directories: above it, a process that reads them all costs less. */
const MOST_ENTRIES = 400;
const MOST_FILE_BYTES = 64 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;
/** The service has hooks of its own. */
const HOOKS = 'hooks';

/**
 * All files of a small repository, hooks left out. Null where there are many, a large one, or one that is none. A
 * thread's work, since it waits for the disk.
 */
export function readRepositoryFiles(directory: string): RepositoryFiles | null {
  const found = new FoundFiles(directory);
  try {
    found.read('');
    return found.files;
  } catch {
    return null; // git says what is wrong
  }
}

class FoundFiles {
  readonly files = new Map<string, Buffer>();
  private entries = 0;
  private bytes = 0;

  constructor(private readonly root: string) {}

  /** Throws where it is no small repository. */
  read(below: string): void {
    const entries = readdirSync(path.join(this.root, below), { withFileTypes: true });
    this.entries += entries.length;
    requireThat(this.entries <= MOST_ENTRIES);
    for (const entry of entries) {
      const relativePath = path.posix.join(below, entry.name);
      if (!entry.isDirectory()) {
        requireThat(entry.isFile());
        this.keep(relativePath, readSmall(path.join(this.root, relativePath)));
      } else if (relativePath !== HOOKS) {
        this.read(relativePath);
      }
    }
  }

  private keep(relativePath: string, content: Buffer): void {
    this.bytes += content.length;
    requireThat(this.bytes <= MOST_BYTES);
    this.files.set(relativePath, content);
  }
}

/** Throws for a large one. */
function readSmall(name: string): Buffer {
  const content = readSmallFileSync(name, MOST_FILE_BYTES);
  requireThat(content !== null);
  return Buffer.from(content); // no longer than what it holds
}

function requireThat(isSo: boolean): asserts isSo {
  if (!isSo) {
    throw new Error('No small repository.');
  }
}
