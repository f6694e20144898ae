import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { HOUR_MS } from '../../../common/time/units.js';
import type { RepositoryFiles } from '../../../platform/git/repository-files.js';
import { ThreadPool } from '../../../platform/threads/thread-pool.js';
import type { CopiedFile, FileCopy } from './copied-files.js';
import type { EmptiedDirectory, FileAnswer, FileOutcome, FileTask } from './moved-files-worker.js';
import type { Placing } from './place-directory.js';

const PROGRAM = new URL('./moved-files-worker.js', import.meta.url);
/** A large repository takes long to remove: that never keeps all threads from what transactions wait for. */
const LIMITS = { threads: 3, threadsPerKey: 2, waiting: 10_000, waitMs: HOUR_MS, taskMs: HOUR_MS };

/**
 * What moves do with files, in threads: asking for each of a repository's files takes the event loop longer than the disk.
 * Throws what the file system says, as text.
 */
@Injectable()
export class MovedFilesService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<FileTask, FileOutcome>(PROGRAM, LIMITS);

  /** Copies small files into a directory that is made for them, anew where it is there. */
  async copy(copy: FileCopy): Promise<readonly CopiedFile[]> {
    const outcome = await this.perform({ copy });
    return 'copied' in outcome ? outcome.copied : [];
  }

  /** A small repository's files as they lie on the disk now; null where it is none. */
  async read(directory: string): Promise<RepositoryFiles | null> {
    const outcome = await this.perform({ read: directory });
    const files = 'files' in outcome ? outcome.files : null;
    return files && new Map([...files].map(([name, bytes]) => [name, asBuffer(bytes)]));
  }

  /** Removes a directory with all that it holds, then what that left empty; one that is missing is fine. */
  async remove(directory: string, emptied: readonly EmptiedDirectory[] = []): Promise<void> {
    await this.perform({ remove: { directory, emptied } });
  }

  /** Puts what lies at a place out of reach at once, even while it is read. */
  async setAside(place: string, aside: string): Promise<void> {
    await this.perform({ setAside: { place, aside } });
  }

  /** Puts a copy in its place, on the disk; what lay there is set aside. */
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

/** The same bytes: a message turns a Buffer into plain ones. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
