import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { Jobs } from '../../../platform/queue/job.js';
import { KeepRefJob } from '../refs/keep-ref.job.js';
import { isCreation, isDeletion } from '../protection/push-policy.js';
import type { RefChange } from '../protection/push-policy.js';
import { HistoryService } from '../reads/history.service.js';
import { readRef } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { DeletedRefsRepository } from './deleted-refs.repository.js';
import type { Push } from './push.js';

export interface RemovedRef {
  readonly type: 'branch' | 'tag';
  readonly name: string;
  readonly sha: string;
  readonly reason: 'deleted' | 'moved';
}

/** Refs whose old state a push took away; they stay restorable for 30 days (contract: git §10.1). */
@Injectable()
export class RemovedRefsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly history: HistoryService,
    private readonly rows: DeletedRefsRepository,
    private readonly jobs: Jobs,
  ) {}

  /** Deleted refs, branches that were forced, tags that moved. */
  async among({ repository, changes, ownCommit }: Push): Promise<RemovedRef[]> {
    if (ownCommit) {
      return []; // it descends from what the branch held
    }
    const lost: RemovedRef[] = [];
    for (const change of changes) {
      const named = readRef(change.ref);
      if (named && !isCreation(change) && (await this.loses(repository, change))) {
        const reason = isDeletion(change) ? 'deleted' : 'moved';
        lost.push({ type: named.kind, name: named.name, sha: change.before, reason });
      }
    }
    return lost;
  }

  async remember(tx: Tx, { repository, actor }: Push, lost: readonly RemovedRef[]): Promise<void> {
    for (const ref of lost) {
      const id = await this.rows.insert({ ...ref, repositoryId: repository.id, actorId: actor.userId });
      const kept = { repositoryId: repository.id, reason: 'deleted', id, objectId: ref.sha } as const;
      await this.jobs.enqueue(tx, KeepRefJob, kept);
    }
  }

  private async loses(repository: Repository, change: RefChange): Promise<boolean> {
    if (isDeletion(change) || readRef(change.ref)?.kind === 'tag') {
      return true;
    }
    const gitDir = await this.repositories.findDirectory(repository);
    return gitDir !== null && !(await this.history.isAncestor(gitDir, change.before, change.after));
  }
}
