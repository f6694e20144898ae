import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '../../common/concurrency/in-parallel.js';
import { readSmallFile } from './small-file.js';

/** The files of a repository by their paths in it, with what they hold. */
export type RepositoryFiles = ReadonlyMap<string, Buffer>;

/** Files and directories: above it, a process that reads them all costs less. */
const MOST_ENTRIES = 400;
const MOST_FILE_BYTES = 64 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;
/** As many at the same time as there are threads for them. */
const AT_ONCE = 4;
/** The service has hooks of its own. */
const HOOKS = 'hooks';

/** All files of a small repository, hooks left out. Null where there are many, a large one, or one that is none. */
export async function readRepositoryFiles(directory: string): Promise<RepositoryFiles | null> {
  const found = new FoundFiles(directory);
  try {
    await found.read('');
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
  async read(below: string): Promise<void> {
    const entries = await readdir(path.join(this.root, below), { withFileTypes: true });
    this.entries += entries.length;
    requireThat(this.entries <= MOST_ENTRIES);
    await inParallel(AT_ONCE, entries, async (entry) => {
      const relativePath = path.posix.join(below, entry.name);
      if (entry.isDirectory()) {
        await (relativePath === HOOKS ? undefined : this.read(relativePath));
      } else {
        requireThat(entry.isFile());
        this.keep(relativePath, await readSmallFile(path.join(this.root, relativePath), MOST_FILE_BYTES));
      }
    });
  }

  private keep(relativePath: string, content: Buffer | null): void {
    this.bytes += content?.length ?? Infinity;
    requireThat(this.bytes <= MOST_BYTES);
    this.files.set(relativePath, content ?? Buffer.alloc(0));
  }
}

function requireThat(isSo: boolean): void {
  if (!isSo) {
    throw new Error('No small repository.');
  }
}
