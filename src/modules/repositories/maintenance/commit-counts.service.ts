import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { HistoryService } from '../reads/history.service.js';
import type { ReadSession } from '../reads/read-session.js';

const KEPT = 1000;
/** Maximum number of commits to walk; git counts longer histories. */
const MOST_STEPS = 200;
/** Bytes of a commit that are read for its parents, because messages may be long. */
const HEAD_BYTES = 16 * 1024;

/**
 * Counts the commits reachable from a commit, including itself. Counts are cached by commit id, which always denotes
 * the same history: after new commits, only those are walked.
 */
@Injectable()
export class CommitCountsService {
  private readonly known = new LruMap<string, number>(KEPT);

  constructor(private readonly history: HistoryService) {}

  /** `session` must be open on `gitDir`. */
  async count(session: Pick<ReadSession, 'commit'>, gitDir: GitDirectory, commit: Commit): Promise<number> {
    const counted = await this.countBySteps(session, gitDir, commit);
    const count = counted ?? (await this.history.count(gitDir, { from: null, to: commit.id }));
    this.known.set(keyOf(gitDir, commit.id), count);
    return count;
  }

  /**
   * Walks from parent to parent until a counted commit or the root. Returns null at a merge commit or if the walk is
   * too long.
   */
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
