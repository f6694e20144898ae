import { Injectable } from '@nestjs/common';
import { conflict, forbidden, preconditionFailed } from '../../../common/errors/catalogue.js';
import { Pacer } from '../../../common/concurrency/pacer.js';
import { Clock } from '../../../common/time/clock.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { PushFactsRepository } from '../pushes/push-facts.repository.js';
import { PushAuthorizationService } from '../pushes/push-authorization.service.js';
import { PushRefused, RefsMoved, RefWritesService } from '../pushes/ref-writes.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import { HistoryService } from '../reads/history.service.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { ActionRun } from './commit-actions.js';
import type { CommitRequest } from './commit-request.js';
import { CommitStartsService } from './commit-starts.service.js';
import type { CommitStart } from './commit-starts.service.js';
import { commitObject } from './commit-text.js';
import type { Person } from './commit-text.js';
import { InTurn } from './in-turn.js';
import { ObjectWritesService } from './object-writes.service.js';
import { TreeDraft } from './tree-draft.js';

/** Contract: git §3.3 step 4. */
const ATTEMPTS = 6;

/** A commit that was made in memory. */
interface DraftedCommit {
  readonly id: string;
  readonly start: CommitStart;
  readonly objects: readonly NewObject[];
}

/** Looks at a commit that is not to stay. */
export type PreviewUse<T> = (commit: {
  id: string;
  parentId: string | null;
  gitDir: GitDirectory;
  area: ObjectArea;
}) => Promise<T>;

/** Commits without a clone: actions on paths, all or nothing (contract: git §3.3). */
@Injectable()
export class CommitWritesService {
  private readonly turns = new InTurn();

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly reads: RepositoryReadsService,
    private readonly history: HistoryService,
    private readonly starts: CommitStartsService,
    private readonly objects: ObjectWritesService,
    private readonly refs: RefWritesService,
    private readonly access: PushAuthorizationService,
    private readonly facts: PushFactsRepository,
    private readonly clock: Clock,
  ) {}

  /** Answers the id of the commit. Throws 400, 403, 409 as the contract says; `defaultBranch` is HEAD of a new repository. */
  commit(repository: Repository, request: CommitRequest, actor: AuditAuthor, defaultBranch: string): Promise<string> {
    const work = async (): Promise<string> => {
      const gitDir = await this.repositories.openDirectory(repository, defaultBranch);
      const write = { repository, gitDir, actor };
      for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
        const id = await this.attempt(write, request);
        if (id !== null) {
          return id;
        }
      }
      throw conflict('The branch has moved');
    };
    const reaching = () => this.repositories.reaching(repository, work);
    return this.leases.writing(repository, () => this.turns.run(repository.id, reaching));
  }

  /** Every check of a commit, and what it would be; nothing of it stays (contract: git §10.2). */
  async preview<T>(
    repository: Repository,
    request: CommitRequest,
    actor: AuditAuthor,
    defaultBranch: string,
    use: PreviewUse<T>,
  ): Promise<T> {
    await this.leases.refuseReadOnly(repository);
    const gitDir = await this.repositories.openDirectory(repository, defaultBranch);
    const { id, start, objects } = await this.draft({ repository, gitDir, actor }, request);
    return this.objects.inPassing(gitDir, async (area) => {
      await this.objects.write(gitDir, objects, area);
      return use({ id, parentId: start.parent?.id ?? null, gitDir, area });
    });
  }

  /** Null when a push got between. */
  private async attempt(write: RefWrite, request: CommitRequest): Promise<string | null> {
    const { id, start, objects } = await this.draft(write, request);
    await this.objects.write(write.gitDir, objects);
    const change = { ref: BRANCHES + request.branch, before: start.head?.id ?? NULL_ID, after: id };
    try {
      await this.refs.move(write, [change]);
      return id;
    } catch (error) {
      if (error instanceof RefsMoved) {
        return null;
      }
      throw error instanceof PushRefused ? mayNotPush() : error;
    }
  }

  private async draft(write: RefWrite, request: CommitRequest): Promise<DraftedCommit> {
    const { repository, gitDir, actor } = write;
    return this.reads
      .open(repository, null, async (session) => {
        const start = await this.starts.find(session, gitDir, request);
        await this.refuseUnlessAllowed(write, request, start);
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
          ...(await this.people(request, actor)),
          message: request.message,
          seconds: Math.floor(this.clock.millis() / 1000),
        });
        return { id: commit.id, start, objects: [...run.blobs, ...objects, commit] };
      })
      .then((drafted) => drafted ?? this.vanished());
  }

  private vanished(): never {
    throw new Error('The repository has just been made, and is not there any more.');
  }

  private async lastChange(gitDir: GitDirectory, { parent }: CommitStart, path: string): Promise<string | null> {
    return parent && this.history.lastChange(gitDir, parent.id, path);
  }

  /** Rights before actions; the branch will descend from where the commit starts (contract: git §3.3 step 2). */
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

const mayNotPush = () => forbidden('You are not allowed to push into this branch');
