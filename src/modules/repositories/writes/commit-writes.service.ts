import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../common/cache/lru-map.js';
import { KeyedTurns } from '../../../common/concurrency/keyed-turns.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { conflict } from '../../../common/errors/catalogue.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import type { Push } from '../pushes/push.js';
import { RefWritesService } from '../pushes/ref-writes.service.js';
import type { MovedRefs, RefWrite } from '../pushes/ref-writes.service.js';
import { BRANCHES } from '../../../platform/git/ref-names.js';
import { RefsMoved } from '../refs/ref-swaps.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { CommitDraftsService } from './commit-drafts.service.js';
import type { DraftedCommit } from './commit-drafts.service.js';
import type { CommitRequest } from './commit-request.js';
import { ownOf } from './own-commit.js';
import { ObjectWritesService } from './object-writes.service.js';

/** The first attempt and five repetitions (contract: git §3.3 step 4). */
const ATTEMPTS = 6;
const KNOWN_HEADS = 10_000;

/** Uses a commit that will not be kept. */
export type PreviewUse<T> = (commit: {
  id: string;
  parentId: string | null;
  gitDir: GitDirectory;
  area: ObjectArea;
}) => Promise<T>;

/** A commit that its branch points at and whose consequences are not applied yet. */
interface WrittenCommit {
  readonly drafted: DraftedCommit;
  readonly moved: MovedRefs;
}

/** The directory belongs to one repository on one storage. */
const branchKey = ({ path }: GitDirectory, { branch }: CommitRequest): string => `${path}\0${branch}`;

/** Creates commits without a clone from actions on paths, all or nothing (contract: git §3.3). */
@Injectable()
export class CommitWritesService {
  private readonly turns = new KeyedTurns<number>();
  private readonly followUps = new KeyedTurns<number>();
  /** Ids of the commits that this process has pointed branches at; others may have moved these since. */
  private readonly heads = new LruMap<string, string>(KNOWN_HEADS);

  constructor(
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly drafts: CommitDraftsService,
    private readonly objects: ObjectWritesService,
    private readonly refs: RefWritesService,
  ) {}

  /**
   * Throws 400, 403, 409 as specified; HEAD of a new repository points to `defaultBranch`. The consequences of a commit
   * are applied in commit order while the repository's next commit is being created.
   */
  commit(
    repository: Repository,
    request: CommitRequest,
    actor: AuditAuthor,
    defaultBranch: string,
  ): Promise<DraftedCommit> {
    const work = async (present: Repository): Promise<DraftedCommit> => {
      const { drafted, moved } = await this.turns.run(repository.id, () =>
        this.write(present, request, actor, defaultBranch),
      );
      await this.followUps.run(repository.id, () => this.refs.finish(moved));
      return drafted;
    };
    return this.leases.writing(repository, (present) => this.repositories.reaching(present, () => work(present)));
  }

  /** Runs every check of a commit and returns what it would be, without keeping anything (contract: git §10.2). */
  async preview<T>(
    repository: Repository,
    request: CommitRequest,
    actor: AuditAuthor,
    defaultBranch: string,
    use: PreviewUse<T>,
  ): Promise<T> {
    await this.leases.refuseReadOnly(repository);
    const gitDir = await this.repositories.openDirectory(repository, defaultBranch);
    const draft = () => this.drafts.draft({ repository, gitDir, actor }, request);
    const { id, start, objects } = await this.leases.readingShortly(repository.id, () =>
      this.repositories.reaching(repository, draft),
    );
    return this.objects.inPassing(gitDir, async (area) => {
      await this.objects.writeInto(area, gitDir, objects);
      return use({ id, parentId: start.parent?.id ?? null, gitDir, area });
    });
  }

  private async write(
    repository: Repository,
    request: CommitRequest,
    actor: AuditAuthor,
    defaultBranch: string,
  ): Promise<WrittenCommit> {
    const onKnownHead = await this.attemptOnKnownHead(repository, request, actor);
    if (onKnownHead) {
      return onKnownHead;
    }
    const gitDir = await this.repositories.openDirectory(repository, defaultBranch);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const written = await this.attempt({ repository, gitDir, actor }, request);
      if (written) {
        return written;
      }
    }
    throw conflict('The branch has moved');
  }

  /**
   * Commits follow each other as a rule: the head that the last one left is known without looking into the repository,
   * and if another process has moved the branch since, it does not move. Returns null if the branch or the reason for
   * refusing the commit has to be determined from the repository.
   */
  private async attemptOnKnownHead(
    repository: Repository,
    request: CommitRequest,
    actor: AuditAuthor,
  ): Promise<WrittenCommit | null> {
    const gitDir = this.repositories.directoryOf(repository);
    const branch = branchKey(gitDir, request);
    const headId = this.heads.get(branch);
    if (headId === undefined) {
      return null;
    }
    this.heads.delete(branch);
    try {
      return await this.attempt({ repository, gitDir, actor }, request, headId);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        return null;
      }
      throw error;
    }
  }

  /** Returns null if a push moved the branch in between. */
  private async attempt(write: RefWrite, request: CommitRequest, headId?: string): Promise<WrittenCommit | null> {
    const { repository, gitDir, actor } = write;
    const drafted = await this.drafts.draft(write, request, headId);
    const change = { ref: BRANCHES + request.branch, before: drafted.start.head?.id ?? NULL_ID, after: drafted.id };
    const push: Push = { repository, changes: [change], actor, source: 'api', options: [], ownCommit: ownOf(drafted) };
    const objects = this.objects.writeUnlessPlain(gitDir, drafted.objects, drafted.changes);
    try {
      const moved = await this.refs.begin(gitDir, push, objects);
      this.heads.set(branchKey(gitDir, request), drafted.id);
      return { drafted, moved };
    } catch (error) {
      if (error instanceof RefsMoved) {
        return null;
      }
      throw error;
    }
  }
}
