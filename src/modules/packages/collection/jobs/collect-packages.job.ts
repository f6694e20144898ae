import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import type { Job, JobRun, RecurringJob } from '../../../../platform/queue/job.js';
import { PackageCollectionService } from '../package-collection.service.js';

/** Removes deleted packages and unused bytes, as often as the registry collects garbage. Safe to repeat. */
@Injectable()
export class CollectPackagesJob implements Job<object>, RecurringJob {
  static readonly jobName = 'packages.collect';
  static readonly concurrency = 1;
  readonly everySeconds: number;

  constructor(
    private readonly collection: PackageCollectionService,
    env: Env,
  ) {
    this.everySeconds = env.registry.gcInterval;
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return this.collection.collect(signal);
  }
}
