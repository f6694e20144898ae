import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { MergedBranchesExecutionService } from './merged-branches-execution.service.js';

export interface DeleteMergedBranchesPayload {
  readonly projectId: number;
  readonly operationId: string;
  readonly actorId: number;
  readonly address: string;
}

/** Deletes the merged branches. Safe to repeat, because deleted branches are not found again. */
@Injectable()
export class DeleteMergedBranchesJob implements Job<DeleteMergedBranchesPayload> {
  static readonly jobName = 'repositories.delete-merged-branches';

  constructor(
    private readonly operations: OperationsService,
    private readonly execution: MergedBranchesExecutionService,
  ) {}

  async perform({ projectId, operationId, actorId, address }: DeleteMergedBranchesPayload, run: JobRun): Promise<void> {
    await this.operations.attempt(operationId, run, (progress) =>
      this.execution.deleteAll(projectId, actorId, address, progress),
    );
  }
}
