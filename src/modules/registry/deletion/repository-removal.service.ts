import { Injectable } from '@nestjs/common';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import { brokenConstraint } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { JobRun } from '../../../platform/queue/job.js';
import { BlobUnlinkingRepository } from '../blobs/blob-unlinking.repository.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import { RepositoryDeletionsRepository } from './repository-deletions.repository.js';

export const DELETION_KIND = 'registry_repository_delete';
export const deletionSubject = (repositoryId: number): string => `repository:${repositoryId}`;

const BATCH = 500;
const NAME_TAKEN = 'uq_container_repositories_name';

export interface RepositoryInDeletion {
  readonly repositoryId: number;
  readonly operationId: string;
  /** Number of tags when the deletion was requested; no tags are added afterwards. */
  readonly tags: number;
}

/** Removes one batch of tags, manifests or blobs; returns their number. */
type Batch = () => Promise<number>;

/** Removes repositories in batches, each of which is safe to repeat (contract: registry §3.3). */
@Injectable()
export class RepositoryRemovalService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly deletions: RepositoryDeletionsRepository,
    private readonly blobs: BlobUnlinkingRepository,
    private readonly operations: OperationsService,
    private readonly database: Database,
  ) {}

  async carryOut(repository: RepositoryInDeletion, job: JobRun): Promise<void> {
    const { repositoryId, operationId } = repository;
    try {
      await this.operations.attempt(operationId, job, (progress) => this.remove(repository, progress, job));
    } catch (error) {
      if (!job.signal.aborted && job.attempt >= job.maxAttempts) {
        await this.deletions.mark(repositoryId, 'delete_failed');
      }
      throw error;
    }
    await this.reopenCanceled(repositoryId);
  }

  private async remove(repository: RepositoryInDeletion, progress: Progress, { signal }: JobRun) {
    const { repositoryId: id, operationId, tags } = repository;
    let left = await this.begin(id);
    const goesOn = (): Promise<boolean> => {
      signal.throwIfAborted();
      return progress.advance(tags - left, tags);
    };
    const removeTags = async (): Promise<number> => {
      const removed = await this.deletions.removeTags(id, BATCH);
      left -= removed;
      return removed;
    };
    const isEmpty =
      (await this.empty(id, goesOn, removeTags)) &&
      (await this.empty(id, goesOn, () => this.deletions.removeManifests(id, BATCH))) &&
      (await this.empty(id, goesOn, () => this.blobs.unlinkSome(id, BATCH)));
    if (isEmpty) {
      await this.deletions.remove(id);
    }
    await this.operations.settle(operationId, tags - left, tags);
    return { deleted_count: tags - left, kept_count: left };
  }

  /** Returns the number of remaining tags. */
  private begin(id: number): Promise<number> {
    return this.database.transaction(async () => {
      if (await this.deletions.lock(id)) {
        await this.deletions.mark(id, 'delete_ongoing');
      }
      return this.repositories.countTags(id);
    });
  }

  /** Runs batches until nothing is left; returns false if it was stopped. */
  private async empty(id: number, goesOn: () => Promise<boolean>, batch: Batch): Promise<boolean> {
    let removed = BATCH;
    while (removed === BATCH) {
      if (!(await goesOn())) {
        return false;
      }
      removed = await this.database.transaction(async () => ((await this.deletions.lock(id)) ? batch() : 0));
    }
    return true;
  }

  /** Reopens the repository after a canceled deletion, unless another one has taken its name. */
  private async reopenCanceled(id: number): Promise<void> {
    try {
      await this.database.transaction(() => this.settleCanceled(id, () => this.deletions.reopen(id)));
    } catch (error) {
      if (brokenConstraint(error) !== NAME_TAKEN) {
        throw error;
      }
      await this.database.transaction(() => this.settleCanceled(id, () => this.deletions.mark(id, 'delete_failed')));
    }
  }

  private async settleCanceled(id: number, settle: () => Promise<void>): Promise<void> {
    const status = (await this.deletions.lock(id))?.status;
    const isPending = status === 'delete_scheduled' || status === 'delete_ongoing';
    if (isPending && !(await this.operations.findUnderWay(DELETION_KIND, deletionSubject(id)))) {
      await settle();
    }
  }
}
