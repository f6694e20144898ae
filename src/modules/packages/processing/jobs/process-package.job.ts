import { Injectable } from '@nestjs/common';
import { isStoreAway } from '../../../../platform/blob/blob-errors.js';
import { JobPostponed } from '../../../../platform/queue/job.js';
import type { Job, JobRun } from '../../../../platform/queue/job.js';
import { PackageProcessingService } from '../package-processing.service.js';

/** Reads an accepted archive. Safe to repeat: a package that has been processed is left unchanged. */
@Injectable()
export class ProcessPackageJob implements Job<{ readonly packageId: number }> {
  static readonly jobName = 'packages.process';
  static readonly concurrency = 1;

  constructor(private readonly processing: PackageProcessingService) {}

  async perform({ packageId }: { readonly packageId: number }, { attempt, maxAttempts }: JobRun): Promise<void> {
    try {
      await this.processing.process(packageId);
    } catch (error) {
      if (isStoreAway(error)) {
        throw new JobPostponed(error.message); // for as long as necessary, because the archive itself is intact
      }
      if (attempt >= maxAttempts) {
        await this.processing.giveUp(packageId);
      }
      throw error;
    }
  }
}
