import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../platform/queue/job.js';
import type { BulkRunPayload } from './bulk-run.js';
import { BulkRunService } from './bulk-run.service.js';

/** Processes the containers of a storage. Safe to repeat, because the stored items show the progress. */
@Injectable()
export class RunBulkMovesJob implements Job<BulkRunPayload> {
  static readonly jobName = 'storage-moves.run-bulk';

  constructor(private readonly run: BulkRunService) {}

  perform(payload: BulkRunPayload, job: JobRun): Promise<void> {
    return this.run.carryOut(payload, job);
  }
}
