import { Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/catalogue.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { PushRefused, RefsMoved, RefWritesService } from '../pushes/ref-writes.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { CommitDraftsService, mayNotPush } from './commit-drafts.service.js';
import type { CommitRequest } from './commit-request.js';
import { InTurn } from './in-turn.js';
import { ObjectWritesService } from './object-writes.service.js';

/** Contract: git §3.3 step 4. */
const ATTEMPTS = 6;

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
    private readonly drafts: CommitDraftsService,
    private readonly objects: ObjectWritesService,
    private readonly refs: RefWritesService,
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
    const { id, start, objects } = await this.drafts.draft({ repository, gitDir, actor }, request);
    return this.objects.inPassing(gitDir, async (area) => {
      await this.objects.write(gitDir, objects, area);
      return use({ id, parentId: start.parent?.id ?? null, gitDir, area });
    });
  }

  /** Null when a push got between. */
  private async attempt(write: RefWrite, request: CommitRequest): Promise<string | null> {
    const { id, start, objects } = await this.drafts.draft(write, request);
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
}
