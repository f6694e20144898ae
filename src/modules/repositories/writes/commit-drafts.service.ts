import { Injectable } from '@nestjs/common';
import { forbidden, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { ApiError } from '../../../common/errors/api-error.js';
import { Pacer } from '../../../common/concurrency/pacer.js';
import { Clock } from '../../../common/time/clock.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { PushFactsRepository } from '../pushes/push-facts.repository.js';
import { PushAuthorizationService } from '../pushes/push-authorization.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { HistoryService } from '../reads/history.service.js';
import { commitOf } from '../reads/read-session.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { ActionRun } from './commit-actions.js';
import type { CommitRequest } from './commit-request.js';
import { CommitStartsService } from './commit-starts.service.js';
import type { CommitStart } from './commit-starts.service.js';
import { commitObject } from './commit-text.js';
import type { Person } from './commit-text.js';
import { TreeDraft } from './tree-draft.js';
import type { DraftChange } from './tree-draft.js';

/** A commit that was created in memory. */
export interface DraftedCommit {
  readonly id: string;
  readonly start: CommitStart;
  readonly objects: readonly NewObject[];
  readonly commit: Commit;
  /** Changes against the commit that it builds on. */
  readonly changes: readonly DraftChange[];
}

export const mayNotPush = (): ApiError => forbidden('You are not allowed to push into this branch');

/** Creates commits in memory: runs every check and every action, but writes nothing (contract: git §3.3). */
@Injectable()
export class CommitDraftsService {
  constructor(
    private readonly reads: RepositoryReadsService,
    private readonly history: HistoryService,
    private readonly starts: CommitStartsService,
    private readonly access: PushAuthorizationService,
    private readonly facts: PushFactsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * `headId` is the head of the branch if it is known. Throws 400, 403 and 412 as specified. Callers must hold a lease.
   */
  async draft(write: RefWrite, request: CommitRequest, headId?: string): Promise<DraftedCommit> {
    const { gitDir, actor } = write;
    return this.reads.openLeased(gitDir, async (session) => {
      const start = await this.starts.find(session, gitDir, request, headId);
      const [people] = await Promise.all([
        this.people(request, actor),
        this.refuseUnlessAllowed(write, request, start),
      ]);
      if (request.isAsSeen && !(await request.isAsSeen({ session, gitDir, head: start.head }))) {
        throw preconditionFailed();
      }
      const draft = new TreeDraft((id) => session.tree(id), start.parent?.treeId ?? null);
      const run = new ActionRun(draft, (path) => this.lastChange(gitDir, start, path));
      const pacer = new Pacer();
      for (const action of request.actions) {
        await run.perform(action);
        if (pacer.isDue) {
          await pacer.pause();
        }
      }
      const { rootId, objects } = await draft.write();
      const commit = commitObject({
        treeId: rootId,
        parentIds: start.parent ? [start.parent.id] : [],
        ...people,
        message: request.message,
        seconds: Math.floor(this.clock.millis() / 1000),
      });
      const all = [...run.blobs, ...objects, commit];
      return { id: commit.id, start, objects: all, commit: commitOf(commit), changes: await draft.changes() };
    });
  }

  private async lastChange(gitDir: GitDirectory, { parent }: CommitStart, path: string): Promise<string | null> {
    return parent && this.history.lastChange(gitDir, parent.id, path);
  }

  /**
   * Checks permissions before actions. The new commit will descend from the start, so the start is checked in its place
   * (contract: git §3.3 step 2).
   */
  private async refuseUnlessAllowed(
    { repository, gitDir, actor }: RefWrite,
    { branch }: CommitRequest,
    { head, parent }: CommitStart,
  ): Promise<void> {
    const after = parent?.id ?? 'f'.repeat(NULL_ID.length);
    const change = { ref: BRANCHES + branch, before: head?.id ?? NULL_ID, after };
    const refused = await this.access.evaluate({ repository, gitDir, userId: actor.userId }, [change]);
    if (refused.length > 0) {
      throw mayNotPush();
    }
  }

  private async people({ authorName, authorEmail }: CommitRequest, actor: AuditAuthor) {
    const pusher = await this.facts.findPusher(actor.userId);
    const committer: Person = { name: pusher?.name ?? '', email: pusher?.email ?? '' };
    return { committer, author: { name: authorName ?? committer.name, email: authorEmail ?? committer.email } };
  }
}
