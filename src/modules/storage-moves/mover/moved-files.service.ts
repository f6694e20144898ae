import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { HOUR_MS } from '../../../common/time/units.js';
import type { RepositoryFiles } from '../../../platform/git/repository-files.js';
import { ThreadPool } from '../../../platform/threads/thread-pool.js';
import type { CopiedFile, FileCopy } from './copied-files.js';
import type { EmptiedDirectory, FileAnswer, FileOutcome, FileTask } from './moved-files-worker.js';
import type { Placing } from './place-directory.js';

const PROGRAM = new URL('./moved-files-worker.js', import.meta.url);
/**
 * Removing a large repository takes long: `threadsPerKey` keeps a thread free for the other tasks, for which
 * transactions wait.
 */
const LIMITS = { threads: 3, threadsPerKey: 2, waiting: 10_000, waitMs: HOUR_MS, taskMs: HOUR_MS };

/**
 * Performs file operations of moves in threads: issuing one operation per file takes the event loop longer than the
 * disk. Throws the errors of the file system as text.
 */
@Injectable()
export class MovedFilesService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<FileTask, FileOutcome>(PROGRAM, LIMITS);

  /** Copies small files into a newly created directory, which replaces an existing one. */
  async copy(copy: FileCopy): Promise<readonly CopiedFile[]> {
    const outcome = await this.perform({ copy });
    return 'copied' in outcome ? outcome.copied : [];
  }

  /** Returns the files of a small repository as they are on disk now; null for other repositories. */
  async read(directory: string): Promise<RepositoryFiles | null> {
    const outcome = await this.perform({ read: directory });
    const files = 'files' in outcome ? outcome.files : null;
    return files && new Map([...files].map(([name, bytes]) => [name, asBuffer(bytes)]));
  }

  /** Removes a directory with its content, then directories that became empty; the directory may be missing. */
  async remove(directory: string, emptied: readonly EmptiedDirectory[] = []): Promise<void> {
    await this.perform({ remove: { directory, emptied } });
  }

  /** Makes the directory at a path unreachable at once, even for running reads. */
  async setAside(place: string, aside: string): Promise<void> {
    await this.perform({ setAside: { place, aside } });
  }

  /** Moves a copy to its final path and flushes it to disk; what was there before is set aside. */
  async place(placing: Placing): Promise<void> {
    await this.perform({ place: placing });
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  private async perform(task: FileTask): Promise<FileAnswer> {
    const outcome = await this.threads.run('remove' in task ? 'removals' : 'others', task);
    if ('error' in outcome) {
      throw new Error(outcome.error);
    }
    return outcome;
  }
}

/** Wraps the same bytes, because a message turns a Buffer into a Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
