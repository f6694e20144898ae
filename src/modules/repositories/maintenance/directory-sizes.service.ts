import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { HOUR_MS } from '../../../common/time/units.js';
import { ThreadPool } from '../../../platform/threads/thread-pool.js';

const PROGRAM = new URL('./bytes-below-worker.js', import.meta.url);
/** No caller waits for a size, so directories are measured one after the other, however many files they have. */
const LIMITS = { threads: 1, threadsPerKey: 1, waiting: 1000, waitMs: HOUR_MS, taskMs: HOUR_MS };

/** Measures directories in a worker thread, because a repository has hundreds of files. */
@Injectable()
export class DirectorySizesService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<string, number>(PROGRAM, LIMITS);

  /**
   * Returns the total size in bytes of all files below the directory. Throws `ThreadTaskFailed` if the process stops
   * before it is known.
   */
  bytesBelow(directory: string): Promise<number> {
    return this.threads.run('', directory);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }
}
