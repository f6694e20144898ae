import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../../platform/queue/job.js';
import { GcExecutionService } from '../gc-execution.service.js';
import type { GcPayload } from '../gc-execution.service.js';

const RETRY_SECONDS = 15;

/** Collects garbage. Safe to repeat, because removed content is no longer found. */
@Injectable()
export class CollectGarbageJob implements Job<GcPayload> {
  static readonly jobName = 'registry.collect-garbage';
  static readonly concurrency = 1;
  static readonly maxAttempts = 20;
  static readonly backoff = (): number => RETRY_SECONDS;

  constructor(private readonly execution: GcExecutionService) {}

  perform(payload: GcPayload, run: JobRun): Promise<void> {
    return this.execution.perform(payload, run);
  }
}
