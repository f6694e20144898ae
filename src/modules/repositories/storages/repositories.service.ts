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

/** Repositories as rows and as directories. */
@Injectable()
export class RepositoriesService {
  constructor(
    private readonly rows: RepositoriesRepository,
    private readonly storages: StoragesService,
  ) {}

  /**
   * The row of a new container's repository, in its transaction; nothing lies on disk before somebody writes. A database
   * server that crashed may give out an id again that a transaction had which never ended: what that one left on disk is
   * none of this container's. It is kept aside, for it may also be that of another database (contract: storage-moves §1).
   */
  async add(container: ContainerRef, type: RepositoryType, storage: string): Promise<void> {
    const relativePath = relativePathOf(container, type);
    const directory = path.join(this.storages.directoryOf(storage), relativePath);
    await rename(directory, `${directory}.undone-${randomHex(RANDOM_BYTES)}`).catch(() => undefined); // nothing, but once in years
    await this.rows.insert({ container, type, storage, relativePath });
  }

  /** The wiki of a project, which its first push makes; does nothing where there is one (contract: git §5.1). */
  async addWiki(projectId: number): Promise<void> {
    await this.rows.insertWiki(projectId, relativePathOf({ projectId }, 'wiki'));
  }

  find(container: ContainerRef, type: RepositoryType): Promise<Repository | null> {
    return this.rows.find(container, type);
  }

  /** The code of a project. Throws 404. */
  async getCode(projectId: number): Promise<Repository> {
    const repository = await this.rows.find({ projectId }, 'code');
    if (!repository) {
      throw notFound('Project'); // deleted since the request was admitted
    }
    return repository;
  }

  /**
   * Where the repository lies; null while nothing was ever written to it. Throws 503 when its storage is not there. A
   * move may have ended since the row was read (contract: storage-moves §7).
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
   * Does something with a repository; a failure is 503 when its storage is out of reach (contract: git §5.3), and 404
   * when the repository was deleted meanwhile (contract: core §10).
   */
  async reaching<T>(repository: LocatedRepository, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ApiError ? error : await this.explained(repository, error);
    }
  }

  /**
   * Where the repository lies, made if nothing was written to it before; HEAD then names `defaultBranch`. Throws 404 when
   * it was deleted meanwhile.
   */
  async openDirectory(repository: Repository, defaultBranch: string): Promise<GitDirectory> {
    const found = await this.findDirectory(repository);
    if (found) {
      return found;
    }
    const gitDir = this.storages.gitDirOf(repository);
    await makeBare(gitDir.path, defaultBranch);
    if (!(await this.rows.findById(repository.id))) {
      await rm(gitDir.path, { recursive: true, force: true }); // what removes the directory may have come before
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
      () => true, // the first error is the one that matters
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
 * Creates the directory under a temporary name and renames it, so that it is never visible half-made; a concurrent
 * process finds it there. Afterwards removes what a killed process left, and possibly the unneeded work of a concurrent
 * one.
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
    await removeDrafts(directory).catch(() => undefined); // a concurrent process may still write to it, and removes it itself
  } catch (error) {
    await rm(created, { recursive: true, force: true });
    if (!(await exists(path.join(directory, 'HEAD')))) {
      throw error;
    }
  }
}

/** Throws the first error, but only when all steps have ended, so that none writes after the clean-up. */
async function allEnded(steps: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(steps);
  await Promise.all(steps);
}
