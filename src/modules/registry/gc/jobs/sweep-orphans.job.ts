import { Injectable } from '@nestjs/common';
import { DAY_SECONDS } from '../../../../common/time/units.js';
import { Env } from '../../../../platform/config/env.js';
import type { Job, JobRun, RecurringJob } from '../../../../platform/queue/job.js';
import { GcExecutionService } from '../gc-execution.service.js';

/**
 * Minimum interval in seconds: a sweep checks every stored object, and no orphan is recent enough to need an earlier
 * one.
 */
const LEAST_INTERVAL_SECONDS = DAY_SECONDS;

/** Checks for stored objects without a row, automatically if collections are scheduled (contract: registry §7). */
@Injectable()
export class SweepOrphansJob implements Job<object>, RecurringJob {
  static readonly jobName = 'registry.sweep-orphans';
  readonly everySeconds: number;

  constructor(
    private readonly execution: GcExecutionService,
    { registry: { gcInterval } }: Env,
  ) {
    this.everySeconds = gcInterval === 0 ? 0 : Math.max(gcInterval, LEAST_INTERVAL_SECONDS);
  }

  perform(_: object, run: JobRun): Promise<void> {
    return this.execution.sweepOrphans(run);
  }
}
