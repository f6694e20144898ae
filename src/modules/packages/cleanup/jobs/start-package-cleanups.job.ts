import { Injectable } from '@nestjs/common';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { PackageCleanupService } from '../package-cleanup.service.js';

/** Starts the cleanups that are due (contract: packages §6.2). */
@Injectable()
export class StartPackageCleanupsJob implements Job<object>, RecurringJob {
  static readonly jobName = 'packages.start-cleanups';
  readonly everySeconds = 300;

  constructor(private readonly cleanup: PackageCleanupService) {}

  perform(): Promise<void> {
    return this.cleanup.startDue();
  }
}
