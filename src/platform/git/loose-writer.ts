import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';
import { unavailable } from '../../common/errors/catalogue.js';
import { ThreadPool } from '../threads/thread-pool.js';
import type { GitDirectory } from './git-directory.js';
import type { LooseWrites, LooseWritesOutcome } from './loose-writes-worker.js';
import type { NewObject } from './pack.js';

const PROGRAM = new URL('./loose-writes-worker.js', import.meta.url);
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 1000, waitMs: 30_000, taskMs: 30_000 };

/**
 * Writes objects into files of their own, in a thread: a commit is four of them or more, and the event loop would be kept
 * busy longer by asking for each step than the steps take.
 */
@Injectable()
export class LooseWriter implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<LooseWrites, LooseWritesOutcome>(PROGRAM, LIMITS);

  /** Throws when one of them could not be written; others may have been, which harms nobody. 503 when too many wait. */
  async write(gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    const task = { folder: path.join(gitDir.path, 'objects'), objects };
    const outcome = await this.threads.run(gitDir.turn, task).catch((error: unknown) => {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    });
    if (outcome) {
      throw new Error(outcome.error);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }
}
