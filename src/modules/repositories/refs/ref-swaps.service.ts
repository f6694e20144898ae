import { Injectable } from '@nestjs/common';
import { steadyMillis } from '../../../common/time/steady-millis.js';
import { Git } from '../../../platform/git/git.service.js';
import { GitFailed, NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { NewObject } from '../../../platform/git/pack.js';
import { LooseFiles } from '../../../platform/git/loose-files.js';
import { releaseRefLock } from '../../../platform/git/ref-move.js';
import type { RefMove, RefMoveOutcome, RefMoveTerms } from '../../../platform/git/ref-move.js';
import { SpawnerGone } from '../../../platform/git/spawner/spawner-link.js';
import { RefListsService } from './ref-lists.service.js';

/** Another process moved the ref first, or its name conflicts with the path of another ref. */
export class RefsMoved extends Error {}

/** The time in which the refs may be moved is over, because the process was suspended. */
export class TooLate extends Error {}

/** Moves refs by compare-and-swap, all of them or none (contract: git §3). */
@Injectable()
export class RefSwapsService {
  constructor(
    private readonly git: Git,
    private readonly loose: LooseFiles,
    private readonly refs: RefListsService,
  ) {}

  /**
   * Writes the objects, and moves the refs in one git transaction, unless one no longer holds its expected value. Throws
   * {@link RefsMoved}, and {@link TooLate} after `until`.
   */
  async compareAndSwap(gitDir: GitDirectory, changes: readonly RefMove[], terms: RefMoveTerms = {}): Promise<void> {
    const { objects = [], until = Infinity } = terms;
    const [only, ...others] = changes;
    const isAlone = only && others.length === 0;
    const outcome = isAlone ? await this.moveAlone(gitDir, only, terms) : await this.leaveToGit(gitDir, objects);
    this.git.noteWritten(gitDir, objects);
    if (outcome === 'refused') {
      throw new RefsMoved(`${only?.ref ?? ''} holds something else.`);
    }
    if (outcome === 'late' || (outcome === 'left to git' && steadyMillis() > until)) {
      throw new TooLate('The refs may not be moved any more.');
    }
    return outcome === 'moved' ? undefined : this.swapByGit(gitDir, changes);
  }

  /** If the thread has died, only the ref shows whether it had moved it. */
  private async moveAlone(gitDir: GitDirectory, move: RefMove, terms: RefMoveTerms): Promise<RefMoveOutcome> {
    const outcome = await this.loose.moveRef(gitDir, move, terms);
    if (outcome !== null) {
      return outcome;
    }
    await releaseRefLock(gitDir.path, move);
    return (await this.haveMoved(gitDir, [move])) ? 'moved' : this.leaveToGit(gitDir, terms.objects);
  }

  private async leaveToGit(gitDir: GitDirectory, objects: readonly NewObject[] = []): Promise<RefMoveOutcome> {
    if (objects.length > 0) {
      await this.loose.write(gitDir, objects);
    }
    return 'left to git';
  }

  private async swapByGit(gitDir: GitDirectory, changes: readonly RefMove[]): Promise<void> {
    const lines = changes.map(({ ref, before, after }) => `update ${ref} ${after} ${before}\n`);
    const input = ['start\n', ...lines, 'prepare\n', 'commit\n'].join('');
    try {
      await this.git.run(gitDir, ['update-ref', '--stdin'], { input, isRepeatable: false });
    } catch (error) {
      if (error instanceof SpawnerGone) {
        return this.completeSwap(gitDir, changes);
      }
      throw error instanceof GitFailed ? new RefsMoved(error.message) : error;
    }
  }

  /**
   * If the spawner has died, only the refs show whether git was done. Either all of them have moved, or none and the
   * swap is repeated.
   */
  private async completeSwap(gitDir: GitDirectory, changes: readonly RefMove[]): Promise<void> {
    if (!(await this.haveMoved(gitDir, changes))) {
      await this.swapByGit(gitDir, changes);
    }
  }

  private async haveMoved(gitDir: GitDirectory, changes: readonly RefMove[]): Promise<boolean> {
    const names = changes.map(({ ref }) => ref);
    const held = await this.refs.held(gitDir, names);
    return changes.every(({ ref, after }) => (held.get(ref) ?? NULL_ID) === after);
  }
}
