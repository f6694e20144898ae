import { Injectable } from '@nestjs/common';
import { conflict, forbidden, message, notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { RepositoryLeasesService } from '../leases/repository-leases.service.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import type { ReadSession } from '../reads/read-session.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { RefsMoved } from '../refs/ref-swaps.service.js';
import { RefWritesService } from '../pushes/ref-writes.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';

export const INITIAL_BRANCH = 'main';
/** Maximum number of attempts to create a ref that other requests create and delete at the same time. */
const ATTEMPTS = 5;

/** Reads and writes the code of projects on behalf of routes. */
@Injectable()
export class ProjectCodeService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly leases: RepositoryLeasesService,
    private readonly refs: RefWritesService,
  ) {}

  of(project: Project): Promise<Repository> {
    return this.repositories.getCode(project.id);
  }

  /** Runs several reads in one session; returns `empty` for an empty repository. */
  async read<T>(
    project: Project,
    empty: T,
    work: (session: ReadSession, gitDir: GitDirectory) => Promise<T>,
  ): Promise<T> {
    return this.reads.open(await this.of(project), empty, work);
  }

  /** Runs a long read: a storage move waits for it before it removes the old copy (contract: storage-moves §5). */
  async reading<T>(project: Project, work: () => Promise<T>): Promise<T> {
    const repository = await this.of(project);
    return this.leases.reading(repository.id, () => this.repositories.reaching(repository, work));
  }

  /**
   * Like {@link read}, but throws `404 <what> Not Found` for an empty repository or a null result (contract: git §1).
   */
  async readOr404<T>(
    project: Project,
    what: string,
    work: (session: ReadSession, gitDir: GitDirectory) => Promise<T | null>,
  ): Promise<T> {
    const found = await this.read(project, null, work);
    if (found === null) {
      throw notFound(what);
    }
    return found;
  }

  /** Like {@link readOr404}, for answers that the client reads at its own pace. */
  streamOr404<T>(
    project: Project,
    what: string,
    work: (session: ReadSession, gitDir: GitDirectory) => Promise<T | null>,
  ): Promise<T> {
    return this.reads.pacedByClient(() => this.readOr404(project, what, work));
  }

  /** Runs a change of refs under the write lease. Throws 403 for an archived project and during a storage move. */
  async write<T>(project: Project, caller: Caller, work: (write: RefWrite) => Promise<T>): Promise<T> {
    const found = await this.of(project);
    if (project.archived) {
      throw forbidden('The project is archived');
    }
    return this.leases.writing(found, async (repository) => {
      const gitDir = await this.repositories.openDirectory(repository, project.defaultBranch ?? INITIAL_BRANCH);
      return this.repositories.reaching(repository, () => work({ repository, gitDir, actor: caller }));
    });
  }

  /** For writes that happen later: throws 403 during a storage move (contract: storage-moves §7). */
  async refuseReadOnly(project: Pick<Project, 'id'>): Promise<void> {
    await this.leases.refuseReadOnly(await this.repositories.getCode(project.id));
  }

  async isReadOnly(project: Pick<Project, 'id'>): Promise<boolean> {
    return this.leases.isReadOnly(await this.repositories.getCode(project.id));
  }

  /**
   * Creates a ref at the id that `begin` returns, and returns this id. `begin` throws if the ref exists. It is called
   * again if another request created the ref in the meantime, because the ref may be deleted again. Throws 409 if every
   * attempt fails in this way, and `PushRefused`.
   */
  async create(write: RefWrite, ref: string, begin: () => Promise<string>): Promise<string> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const after = await begin();
      try {
        await this.move(write, { ref, before: NULL_ID, after });
        return after;
      } catch (error) {
        if (!(error instanceof RefsMoved)) {
          throw error;
        }
      }
    }
    throw conflict('The ref has moved');
  }

  move(write: RefWrite, change: Parameters<RefWritesService['move']>[1][number]): Promise<void> {
    return this.refs.move(write, [change]);
  }
}

/** A 400 answer that consists of a text. */
export const refused = (text: string) => message(400, text);
