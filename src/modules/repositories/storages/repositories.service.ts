import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { notFound, unavailable } from '../../../common/errors/catalogue.js';
import { randomHex } from '../../../platform/crypto/random.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { LooseFiles } from '../../../platform/git/loose-files.js';
import type { CreationOutcome, RepositoryContents } from '../../../platform/git/new-repository.js';
import { RepositoriesRepository } from './repositories.repository.js';
import type { ContainerRef, RepositoryType } from '../../../core/namespaces/container-repositories.js';
import type { AddedRepository, Repository } from '../repository.js';
import { removeDrafts } from './remove-repository.js';
import { relativePathOf } from './repository-paths.js';
import { repositoryGone } from './repository-gone.js';
import { StoragesService } from './storages.service.js';

const RANDOM_BYTES = 6;

type LocatedRepository = Pick<Repository, 'id' | 'snippetId' | 'storage'>;

/** Manages the rows and directories of repositories. */
@Injectable()
export class RepositoriesService {
  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly storages: StoragesService,
    private readonly files: LooseFiles,
  ) {}

  /**
   * Inserts the row of a new container's repository in its transaction; nothing is created on disk before the first
   * write. After a crash, a database server may reuse an id of a transaction that never committed, so files of that
   * transaction may be at this path. They are renamed rather than deleted, because they may belong to another database
   * (contract: storage-moves §1).
   */
  async add({ container, type, storage }: AddedRepository): Promise<void> {
    const relativePath = relativePathOf(container, type);
    const directory = path.join(this.storages.directoryOf(storage), relativePath);
    await Promise.all([
      this.rows.insert({ container, type, storage, relativePath }),
      rename(directory, `${directory}.undone-${randomHex(RANDOM_BYTES)}`).catch(() => undefined), // almost never exists
    ]);
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

  /** Returns where the directory of the repository is, or will be when it is written, without looking there. */
  directoryOf(repository: Repository): GitDirectory {
    return this.storages.gitDirOf(repository);
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
    await this.storages.requireReachable(repository.storage);
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
    await this.create(gitDir, repository, { defaultBranch });
    await removeDrafts(gitDir.path).catch(() => undefined); // of killed processes; a running one removes its own
    if (!(await this.rows.findById(repository.id))) {
      await rm(gitDir.path, { recursive: true, force: true }); // the job that removes the directory may have run before
      throw repositoryGone(repository);
    }
    return gitDir;
  }

  /** Returns the repository whose row the current transaction has inserted. */
  async getAdded({ container, type }: AddedRepository): Promise<Repository> {
    const repository = await this.rows.find(container, type);
    if (!repository) {
      throw new Error('The repository has no row yet.');
    }
    return repository;
  }

  /**
   * Creates the directory of a repository whose row the current transaction has inserted. Throws 503 if its storage is
   * unreachable.
   */
  async createDirectory(repository: Repository, contents: Omit<RepositoryContents, 'proof'>): Promise<GitDirectory> {
    const gitDir = this.storages.gitDirOf(repository);
    if ((await this.create(gitDir, repository, contents)) === 'present') {
      throw new Error(`There is a repository at ${repository.relativePath} already.`);
    }
    return gitDir;
  }

  private async create(
    gitDir: GitDirectory,
    { storage }: Repository,
    contents: Omit<RepositoryContents, 'proof'>,
  ): Promise<CreationOutcome> {
    const outcome = await this.files.createRepository(gitDir, { proof: this.storages.proofOf(storage), ...contents });
    if (outcome === 'unreachable') {
      throw unavailable();
    }
    return outcome;
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
