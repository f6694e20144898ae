import { Injectable } from '@nestjs/common';
import { HOUR_SECONDS } from '../../common/time/units.js';
import type { Job, RecurringJob } from '../../platform/queue/job.js';
import { OperationsService } from './operations.service.js';

/** Deletes operations that ended 30 days ago (contract: conventions §13). */
@Injectable()
export class SweepOperationsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'operations.sweep';
  readonly everySeconds = HOUR_SECONDS;

  constructor(private readonly operations: OperationsService) {}

  async perform(): Promise<void> {
    await this.operations.sweep();
  }
}
