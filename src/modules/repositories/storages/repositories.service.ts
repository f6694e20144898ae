import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { notFound, unavailable } from '../../../common/errors/catalogue.js';
import { randomHex } from '../../../platform/crypto/random.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { ContainerRef, RepositoryType } from '../../../core/namespaces/container-repositories.js';
import type { Repository } from '../repository.js';
import { draftsOf, removeDrafts } from './remove-repository.js';
import { relativePathOf } from './repository-paths.js';
import { repositoryGone } from './repository-gone.js';
import { StoragesService } from './storages.service.js';
import { REPOSITORY_DIRECTORIES } from '../../../platform/git/git-directory.js';

const RANDOM_BYTES = 6;
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

type LocatedRepository = Pick<Repository, 'id' | 'snippetId' | 'storage'>;

/** Manages the rows and directories of repositories. */
@Injectable()
export class RepositoriesService {
  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly storages: StoragesService,
  ) {}

  /**
   * Inserts the row of a new container's repository in its transaction; nothing is created on disk before the first
   * write. After a crash, a database server may reuse an id of a transaction that never committed, so files of that
   * transaction may be at this path. They are renamed rather than deleted, because they may belong to another database
   * (contract: storage-moves §1).
   */
  async add(container: ContainerRef, type: RepositoryType, storage: string): Promise<void> {
    const relativePath = relativePathOf(container, type);
    const directory = path.join(this.storages.directoryOf(storage), relativePath);
    await rename(directory, `${directory}.undone-${randomHex(RANDOM_BYTES)}`).catch(() => undefined); // almost never exists
    await this.rows.insert({ container, type, storage, relativePath });
  }

  /** Adds the wiki of a project at its first push; does nothing if it exists (contract: git §5.1). */
  async addWiki(projectId: number): Promise<void> {
    await this.rows.insertWiki(projectId, relativePathOf({ projectId }, 'wiki'));
  }

  find(container: ContainerRef, type: RepositoryType): Promise<Repository | null> {
    return this.rows.find(container, type);
  }

  /** Returns the code repository of a project. Throws 404. */
  async getCode(projectId: number): Promise<Repository> {
    const repository = await this.rows.find({ projectId }, 'code');
    if (!repository) {
      throw notFound('Project'); // deleted since the request was authorized
    }
    return repository;
  }

  /**
   * Returns the directory of the repository; null if it has never been written. Throws 503 if its storage is
   * unreachable. Checks the row again, because a move may have ended since it was read (contract: storage-moves §7).
   */
  async findDirectory(repository: Repository): Promise<GitDirectory | null> {
    const gitDir = this.storages.gitDirOf(repository);
    if (await exists(path.join(gitDir.path, 'HEAD'))) {
      return gitDir;
    }
    const present = await this.rows.findById(repository.id);
    if (present && present.storage !== repository.storage) {
      return this.findDirectory(present);
    }
    if (!(await this.storages.isReachable(repository.storage))) {
      throw unavailable();
    }
    return null;
  }

  /**
   * Runs work on a repository. A failure becomes 503 if its storage is unreachable (contract: git §5.3), and 404 if the
   * repository has been deleted (contract: core §10).
   */
  async reaching<T>(repository: LocatedRepository, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ApiError ? error : await this.explained(repository, error);
    }
  }

  /**
   * Returns the directory of the repository, and creates it if it has never been written; HEAD then points to
   * `defaultBranch`. Throws 404 if the repository has been deleted.
   */
  async openDirectory(repository: Repository, defaultBranch: string): Promise<GitDirectory> {
    const found = await this.findDirectory(repository);
    if (found) {
      return found;
    }
    const gitDir = this.storages.gitDirOf(repository);
    await makeBare(gitDir.path, defaultBranch);
    if (!(await this.rows.findById(repository.id))) {
      await rm(gitDir.path, { recursive: true, force: true }); // the job that removes the directory may have run before
      throw repositoryGone(repository);
    }
    return gitDir;
  }

  private async explained(repository: LocatedRepository, fault: unknown): Promise<unknown> {
    if (!(await this.storages.isReachable(repository.storage))) {
      return unavailable();
    }
    const isThere = await this.rows.findById(repository.id).then(
      (row) => row !== null,
      () => true, // report the first error
    );
    return isThere ? fault : repositoryGone(repository);
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Creates the directory under a temporary name and renames it, so that it is never visible half-finished. If a
 * concurrent process was faster, its directory is used. Afterwards removes what killed processes left, and possibly the
 * superfluous work of a concurrent one.
 */
async function makeBare(directory: string, defaultBranch: string): Promise<void> {
  const parent = path.dirname(directory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const created = await mkdtemp(draftsOf(directory));
  try {
    await allEnded([
      ...REPOSITORY_DIRECTORIES.map((inner) => mkdir(path.join(created, inner), { recursive: true, mode: 0o700 })),
      writeFile(path.join(created, 'config'), CONFIG),
      writeFile(path.join(created, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`),
    ]);
    await rename(created, directory);
    await removeDrafts(directory).catch(() => undefined); // a concurrent process may still write to its draft, and removes it itself
  } catch (error) {
    await rm(created, { recursive: true, force: true });
    if (!(await exists(path.join(directory, 'HEAD')))) {
      throw error;
    }
  }
}

/** Throws the first error, but only after all steps have ended, so that none writes after the clean-up. */
async function allEnded(steps: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(steps);
  await Promise.all(steps);
}
