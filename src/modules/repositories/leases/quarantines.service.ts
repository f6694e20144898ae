import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { RepositoriesRepository } from '../storages/repositories.repository.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';

/** What git and the service call objects that are not yet, or never to be, part of a repository. */
const UNFINISHED = /^tmp_(objdir|preview)-|^incoming-/;

/** Removes what a push left behind whose process died with its machine (contract: git §7). */
@Injectable()
export class QuarantinesService {
  constructor(
    private readonly leases: RepositoryLeasesRepository,
    private readonly rows: RepositoriesRepository,
    private readonly repositories: RepositoriesService,
  ) {}

  /** Of every repository that this owner alone was writing to. */
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
