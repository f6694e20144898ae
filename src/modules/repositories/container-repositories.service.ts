import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors/catalogue.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import type { Tx } from '../../platform/database/tx.js';
import { Jobs } from '../../platform/queue/job.js';
import type { Caller } from '../../core/access/caller.js';
import { ContainerRepositories } from '../../core/namespaces/container-repositories.js';
import type {
  ContainerRef,
  InitialFiles,
  RepositoryType,
  StoredProject,
} from '../../core/namespaces/container-repositories.js';
import type { Repository } from './repository.js';
import { InitialCommitService } from './writes/initial-commit.service.js';
import { RemoveDirectoryJob } from './storages/remove-directory.job.js';
import { ProjectHeadsService } from './pushes/project-heads.service.js';
import { RefListsService } from './refs/ref-lists.service.js';
import { RepositoriesRepository } from './storages/repositories.repository.js';
import { RepositoriesService } from './storages/repositories.service.js';
import { StoragesService } from './storages/storages.service.js';

/** Assigns storages and repositories to containers and removes them (contract: storage-moves §1, §8, core §10). */
@Injectable()
@Contributes(ContainerRepositories)
export class ContainerRepositoriesService extends ContainerRepositories {
  constructor(
    private readonly storages: StoragesService,
    private readonly repositories: RepositoriesService,
    private readonly rows: RepositoriesRepository,
    private readonly firstCommits: InitialCommitService,
    private readonly refs: RefListsService,
    private readonly heads: ProjectHeadsService,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  /** Rejects rather than throws, since callers run it beside other steps. */
  override async chooseStorage(named: string | undefined, caller: Pick<Caller, 'isAdmin'>): Promise<string> {
    if (named === undefined || !caller.isAdmin) {
      return this.storages.pick();
    }
    if (!this.storages.names.includes(named)) {
      throw invalidField('repository_storage', 'is not included in the list');
    }
    return named;
  }

  override add(container: ContainerRef, type: RepositoryType, storage: string): Promise<void> {
    return this.repositories.add({ container, type, storage });
  }

  override writeFirstCommit(
    tx: Tx,
    { id: projectId, storage }: StoredProject,
    files: InitialFiles,
    caller: Caller,
  ): Promise<void> {
    return this.firstCommits.write(tx, { container: { projectId }, type: 'code', storage }, files, caller);
  }

  override async hasBranch(projectId: number, name: string): Promise<boolean> {
    return (await this.refs.find(await this.repositories.getCode(projectId), 'branch', name)) !== null;
  }

  override pointHead(projectId: number): Promise<void> {
    return this.heads.point(projectId);
  }

  override async removeAllOf(tx: Tx, container: ContainerRef): Promise<void> {
    const leased = new Map<string, number>();
    for (const repository of await this.rows.listOf(container)) {
      const owner = ownerOf(repository);
      const leasedId = leased.get(owner) ?? repository.id; // a move holds the lease of its container's first repository
      leased.set(owner, leasedId);
      const { storage, relativePath } = repository;
      await this.jobs.enqueue(tx, RemoveDirectoryJob, { storage, relativePath, leasedId });
    }
  }
}

const ownerOf = ({ projectId, groupId, snippetId }: Repository): string => [projectId, groupId, snippetId].join();
