import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { GcRunsService } from '../gc-runs.service.js';

/** Starts a collection every REGISTRY_GC_INTERVAL (contract: registry §1, §7). */
@Injectable()
export class ScheduleCollectionJob implements Job<object>, RecurringJob {
  static readonly jobName = 'registry.schedule-collection';
  readonly everySeconds: number;

  constructor(
    private readonly runs: GcRunsService,
    env: Env,
  ) {
    this.everySeconds = env.registry.gcInterval;
  }

  perform(): Promise<void> {
    return this.runs.schedule();
  }
}
