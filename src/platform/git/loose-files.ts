import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { NoSlotInTime } from '../../common/concurrency/fair-slots.js';
import { unavailable } from '../../common/errors/catalogue.js';
import { ThreadPool, ThreadTaskFailed } from '../threads/thread-pool.js';
import type { GitDirectory } from './git-directory.js';
import type { LooseTask, LooseTaskOutcome } from './loose-files-worker.js';
import type { CreationOutcome, RepositoryContents } from './new-repository.js';
import type { NewObject } from './pack.js';
import type { RefMove, RefMoveOutcome, RefMoveTerms } from './ref-move.js';

const PROGRAM = new URL('./loose-files-worker.js', import.meta.url);
const LIMITS = { threads: 2, threadsPerKey: 1, waiting: 1000, waitMs: 30_000, taskMs: 30_000 };

/**
 * Writes loose objects, refs and new repositories in a thread: each takes four or more disk operations, and requesting
 * them asynchronously would keep the event loop busy longer than the operations take.
 */
@Injectable()
export class LooseFiles implements OnApplicationShutdown {
  private readonly threads = new ThreadPool<LooseTask, LooseTaskOutcome>(PROGRAM, LIMITS);

  /**
   * Throws when one of them could not be written; the others may have been, which is harmless. 503 when too many tasks
   * wait.
   */
  async write(gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    await this.perform(gitDir, { directory: gitDir.path, objects });
  }

  /**
   * Moves a ref, on the terms given. Returns null when the outcome is unknown because the thread has ended. 503 when too
   * many tasks wait.
   */
  async moveRef(gitDir: GitDirectory, move: RefMove, terms: RefMoveTerms = {}): Promise<RefMoveOutcome | null> {
    try {
      const { ref = null } = await this.perform(gitDir, { directory: gitDir.path, move, terms });
      return ref;
    } catch (error) {
      if (error instanceof ThreadTaskFailed) {
        return null;
      }
      throw error;
    }
  }

  /** 503 when too many tasks wait. */
  async createRepository(gitDir: GitDirectory, contents: RepositoryContents): Promise<CreationOutcome> {
    const { creation = 'unreachable' } = await this.perform(gitDir, { directory: gitDir.path, contents });
    return creation;
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
