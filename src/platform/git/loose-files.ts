import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';
import { unavailable } from '../../common/errors/catalogue.js';
import { ThreadPool, ThreadTaskFailed } from '../threads/thread-pool.js';
import type { GitDirectory } from './git-directory.js';
import type { LooseTask, LooseTaskOutcome } from './loose-files-worker.js';
import type { NewObject } from './pack.js';
import type { RefMove, RefMoveOutcome } from './ref-move.js';

const PROGRAM = new URL('./loose-files-worker.js', import.meta.url);
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 1000, waitMs: 30_000, taskMs: 30_000 };

/**
 * Writes objects and references into files of their own, in a thread: each is four steps and more on the disk, and the event
 * loop would be kept busy longer by asking for each step than the steps take.
 */
@Injectable()
export class LooseFiles implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<LooseTask, LooseTaskOutcome>(PROGRAM, LIMITS);

  /** Throws when one of them could not be written; others may have been, which harms nobody. 503 when too many wait. */
  async write(gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    await this.perform(gitDir, { directory: gitDir.path, objects });
  }

  /**
   * Null when nobody can tell whether it was moved: its thread has ended. It is moved until then, in milliseconds of
   * `steadyMillis()`, or not at all. 503 when too many wait.
   */
  async moveRef(gitDir: GitDirectory, move: RefMove, until = Infinity): Promise<RefMoveOutcome | null> {
    try {
      const { ref = null } = await this.perform(gitDir, { directory: gitDir.path, move, until });
      return ref;
    } catch (error) {
      if (error instanceof ThreadTaskFailed) {
        return null;
      }
      throw error;
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  private async perform({ turn }: GitDirectory, task: LooseTask): Promise<LooseTaskOutcome> {
    const outcome = await this.threads.run(turn, task).catch((error: unknown) => {
      throw error instanceof NoSlotInTime ? unavailable() : error;
    });
    if (outcome.error !== null) {
      throw new Error(outcome.error);
    }
    return outcome;
  }
}
