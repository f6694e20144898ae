import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { HOUR_MS } from '../../../common/time/units.js';
import { ThreadPool } from '../../../platform/threads/thread-pool.js';

const PROGRAM = new URL('./bytes-below-worker.js', import.meta.url);
/** Nobody waits for a size: one directory after the other, however many files it has. */
const LIMITS = { threads: 1, threadsPerKey: 1, waiting: 1000, waitMs: HOUR_MS, taskMs: HOUR_MS };

/** Adds up what lies on disk, in a thread: a repository has hundreds of files. */
@Injectable()
export class DirectorySizesService implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<string, number>(PROGRAM, LIMITS);

  /** Bytes of all files below the directory. Throws `ThreadTaskFailed` when the process stops meanwhile. */
  bytesBelow(directory: string): Promise<number> {
    return this.threads.run('', directory);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }
}
