import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import { CleanupExecutionService } from './cleanup-execution.service.js';

export interface DeleteTagsPayload {
  readonly planId: string;
  readonly operationId: string;
}

/** Deletes the tags of a plan. Safe to repeat: the plan stores its progress. */
@Injectable()
export class DeleteTagsJob implements Job<DeleteTagsPayload> {
  static readonly jobName = 'registry.delete-tags';

  constructor(private readonly execution: CleanupExecutionService) {}

  perform({ planId, operationId }: DeleteTagsPayload, run: JobRun): Promise<void> {
    return this.execution.carryOut(planId, operationId, run);
  }
}
