import { Injectable } from '@nestjs/common';
import { Pacer } from '../../../common/concurrency/pacer.js';
import { slicesOf } from '../../../common/concurrency/slices.js';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { KeepDeletedRefsJob } from '../refs/keep-deleted-refs.job.js';
import { KeepRefJob } from '../refs/keep-ref.job.js';
import { isCreation, isDeletion } from '../protection/push-policy.js';
import type { RefChange } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { DeletedRefsRepository } from './deleted-refs.repository.js';
import type { LostRef } from './deleted-refs.repository.js';
import type { Push } from './push.js';

/** Maximum time in ms for all git queries about a push (contract: git §10.1). */
const QUESTIONS_MS = 10_000;
/** Maximum number of refs per statement and per git process. */
const AT_ONCE = 500;

/** Finds and stores refs whose old state a push removed; they stay restorable for 30 days (contract: git §10.1). */
@Injectable()
export class RemovedRefsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly history: HistoryService,
    private readonly rows: DeletedRefsRepository,
    private readonly jobs: Jobs,
  ) {}

  /** Returns deleted refs, force-pushed branches and moved tags. */
  async among({ repository, changes, ownCommit }: Push): Promise<LostRef[]> {
    if (ownCommit) {
      return []; // the commit descends from what the branch pointed at
    }
    const gitDir = await this.repositories.findDirectory(repository);
    const deadline = performance.now() + QUESTIONS_MS;
    const lost: LostRef[] = [];
    const pacer = new Pacer();
    for (const change of changes) {
      const named = readRef(change.ref);
      if (named && !isCreation(change) && (await this.loses(gitDir, change, deadline))) {
        const reason = isDeletion(change) ? 'deleted' : 'moved';
        lost.push({ type: named.kind, name: named.name, sha: change.before, reason });
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    return lost;
  }

  async remember(tx: Tx, { repository, actor }: Push, lost: readonly LostRef[]): Promise<void> {
    const repositoryId = repository.id;
    for (const refs of slicesOf(lost, AT_ONCE)) {
      const rows = await this.rows.insert(repositoryId, actor.userId, refs);
      const kept = rows.map(({ id, sha: objectId }) => ({ id, objectId }));
      const [first, ...others] = kept;
      if (first && others.length === 0) {
        await this.jobs.enqueue(tx, KeepRefJob, { repositoryId, reason: 'deleted', ...first });
      } else {
        await this.jobs.enqueue(tx, KeepDeletedRefsJob, { repositoryId, kept });
      }
    }
  }

  /** Queries git for one move after the other until the deadline; after it, moves count as forced. */
  private async loses(gitDir: GitDirectory | null, change: RefChange, deadline: number): Promise<boolean> {
    if (isDeletion(change) || readRef(change.ref)?.kind === 'tag') {
      return true;
    }
    if (gitDir === null) {
      return false;
    }
    return performance.now() > deadline || !(await this.history.isAncestor(gitDir, change.before, change.after));
  }
}
