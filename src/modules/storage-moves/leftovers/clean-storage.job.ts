import { Injectable } from '@nestjs/common';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { PausableDeletions } from '../../../platform/database/pausable-deletions.js';
import { JobPostponed } from '../../../platform/queue/job.js';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { LeftoversService } from './leftovers.service.js';

export interface CleanStoragePayload {
  readonly operationId: string;
  readonly storage: string;
}

/**
 * Removes old copies from a storage, as an operation. Safe to repeat, because removed copies are no longer recorded.
 */
@Injectable()
export class CleanStorageJob implements Job<CleanStoragePayload> {
  static readonly jobName = 'storage-moves.clean-storage';

  constructor(
    private readonly leftovers: LeftoversService,
    private readonly operations: OperationsService,
    private readonly deletions: PausableDeletions,
  ) {}

  async perform({ operationId, storage }: CleanStoragePayload, run: JobRun): Promise<void> {
    const isDone = await this.deletions.run(async () => {
      await this.operations.attempt(operationId, run, () => this.clean(operationId, storage));
    });
    if (!isDone) {
      throw new JobPostponed('A backup is being taken.');
    }
  }

  private async clean(operationId: string, storage: string) {
    const { removed, failed, failures } = await this.leftovers.clean(storage);
    await this.operations.settle(operationId, removed + failed, removed + failed);
    return {
      storage_name: storage,
      removed,
      failed,
      failures: failures.map(({ kind, moveId, error }) => ({ kind, move_id: moveId, error_message: error })),
    };
  }
}
