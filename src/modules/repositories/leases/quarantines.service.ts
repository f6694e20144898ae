import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';

/**
 * Directories of objects that are not yet, or will never be, part of a repository, as git and the service name them.
 */
const UNFINISHED = /^tmp_(objdir|preview)-|^incoming-/;

/** Removes what an unfinished push left behind when its process died with its machine (contract: git §7). */
@Injectable()
export class QuarantinesService {
  constructor(
    private readonly leases: RepositoryLeasesRepository,
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
  ) {}

  /** Cleans every repository that only this owner was writing to. */
  async removeAllOf(owner: string): Promise<void> {
    for (const repositoryId of await this.leases.writtenByAlone(owner)) {
      const repository = await this.rows.findById(repositoryId);
      const gitDir = repository && (await this.repositories.findDirectory(repository));
      if (gitDir) {
        await removeUnfinished(path.join(gitDir.path, 'objects'));
      }
    }
  }
}

async function removeUnfinished(objects: string): Promise<void> {
  const unfinished = (await readdir(objects)).filter((name) => UNFINISHED.test(name));
  await Promise.all(unfinished.map((name) => rm(path.join(objects, name), { recursive: true, force: true })));
}
