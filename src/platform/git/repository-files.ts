import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readSmallFileSync } from './small-file.js';

/** Contents of a repository's files, by their relative paths. */
export type RepositoryFiles = ReadonlyMap<string, Buffer>;

/** Maximum number of files and directories: beyond it, a process that reads them all is cheaper. */
const MOST_ENTRIES = 400;
const MOST_FILE_BYTES = 64 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;
/** Not read: the service has its own hooks. */
const HOOKS = 'hooks';

/**
 * Returns all files of a small repository except hooks. Null when there are too many, a large one, or an entry that is
 * neither file nor directory. For worker threads, since it waits for the disk.
 */
export function readRepositoryFiles(directory: string): RepositoryFiles | null {
  const found = new FoundFiles(directory);
  try {
    found.read('');
    return found.files;
  } catch {
    return null; // git reports what is wrong
  }
}

class FoundFiles {
  readonly files = new Map<string, Buffer>();
  private entries = 0;
  private bytes = 0;

  constructor(private readonly root: string) {}

  /** Throws when the repository is not small. */
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

/** Throws when the file is large. */
function readSmall(name: string): Buffer {
  const content = readSmallFileSync(name, MOST_FILE_BYTES);
  requireThat(content !== null);
  return Buffer.from(content); // a copy that is no longer than its content
}

function requireThat(isSo: boolean): asserts isSo {
  if (!isSo) {
    throw new Error('No small repository.');
  }
}
