import { Injectable } from '@nestjs/common';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { Git } from '../../../platform/git/git.service.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { ReadSession } from './read-session.js';
import type { ResolvedRef } from './read-session.js';

/**
 * Reads repositories by refs, commits and paths; reads of an empty repository return the given fallback or null
 * (contract: git §1, §2).
 */
@Injectable()
export class RepositoryReadsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly git: Git,
  ) {}

  /** Runs several reads on one git process; returns `empty` if the repository has never been written. */
  async open<T>(
    repository: Repository,
    empty: T,
    work: (session: ReadSession, gitDir: GitDirectory) => Promise<T>,
  ): Promise<T> {
    const gitDir = await this.repositories.findDirectory(repository);
    if (!gitDir) {
      return empty;
    }
    const read = () => this.openLeased(gitDir, (session) => work(session, gitDir));
    return this.leases.readingShortly(repository.id, () => this.repositories.reaching(repository, read));
  }

  /** Like {@link open}, for callers that hold a lease and know the directory. */
  openLeased<T>(gitDir: GitDirectory, work: (session: ReadSession) => Promise<T>): Promise<T> {
    return this.git.objects(gitDir, (objects) => work(new ReadSession(objects)));
  }

  /** Runs work that lasts as long as the client takes to read the answer. */
  pacedByClient<T>(work: () => Promise<T>): Promise<T> {
    return this.git.pacedByClient(work);
  }

  /** Resolves a `ref` of a request; null if it does not resolve. */
  resolve(repository: Repository, ref: string): Promise<ResolvedRef | null> {
    return this.open(repository, null, (session) => session.resolve(ref));
  }

  /** Finds a commit by its full or abbreviated id; null if it is unknown or ambiguous. */
  commit(repository: Repository, id: string): Promise<Commit | null> {
    return this.open(repository, null, (session) => session.commit(id));
  }

  /** Returns the content of a file at a commit, which is given by its complete id; null if there is none. */
  fileAt(repository: Repository, commitId: string, path: string): Promise<Buffer | null> {
    return this.open(repository, null, async (session) => {
      const commit = await session.commit(commitId);
      return commit && session.fileAt(commit, path);
    });
  }
}
