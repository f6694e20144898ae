import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { HistoryService } from '../reads/history.service.js';
import type { ReadSession } from '../reads/read-session.js';

const KEPT = 1000;
/** A longer way is git's work. */
const MOST_STEPS = 200;
/** Of a commit, to know its parents; messages may be long. */
const HEAD_BYTES = 16 * 1024;

/**
 * How many commits a commit reaches, itself included. What was counted is kept by its id, which stands for the same history
 * for ever: of what is added to it, only the new commits are looked at.
 */
@Injectable()
export class CommitCountsService {
  private readonly known = new LruMap<string, number>(KEPT);

  constructor(private readonly history: HistoryService) {}

  /** The reading is one of that directory. */
  async count(session: Pick<ReadSession, 'commit'>, gitDir: GitDirectory, commit: Commit): Promise<number> {
    const counted = await this.countBySteps(session, gitDir, commit);
    const count = counted ?? (await this.history.count(gitDir, { from: null, to: commit.id }));
    this.known.set(keyOf(gitDir, commit.id), count);
    return count;
  }

  /** From parent to parent, to one that was counted or the first of all; null where there are two, or the way is long. */
  private async countBySteps(
    session: Pick<ReadSession, 'commit'>,
    gitDir: GitDirectory,
    { parentIds }: Commit,
  ): Promise<number | null> {
    let parents = parentIds;
    for (let steps = 1; steps <= MOST_STEPS; steps += 1) {
      const [parent, ...others] = parents;
      if (parent === undefined) {
        return steps;
      }
      if (others.length > 0) {
        return null;
      }
      const known = this.known.get(keyOf(gitDir, parent));
      if (known !== undefined) {
        return known + steps;
      }
      const commit = await session.commit(parent, HEAD_BYTES);
      if (!commit) {
        return null;
      }
      parents = commit.parentIds;
    }
    return null;
  }
}

const keyOf = ({ path }: GitDirectory, id: string): string => `${path} ${id}`;
