import { Injectable } from '@nestjs/common';
import type { Job, JobRun } from '../../../../platform/queue/job.js';
import { PackageCleanupRunService } from '../package-cleanup-run.service.js';
import type { PackageCleanupRun } from '../package-cleanup-run.service.js';

/** Deletes the packages that a project's policy selects. Safe to repeat: deleted packages are no longer found. */
@Injectable()
export class CleanPackagesJob implements Job<PackageCleanupRun> {
  static readonly jobName = 'packages.clean';

  constructor(private readonly cleanup: PackageCleanupRunService) {}

  perform(run: PackageCleanupRun, job: JobRun): Promise<void> {
    return this.cleanup.carryOut(run, job);
  }
}
