import { Injectable } from '@nestjs/common';
import { isStoreAway } from '../../../../platform/blob/blob-errors.js';
import { JobPostponed } from '../../../../platform/queue/job.js';
import type { Job, JobRun } from '../../../../platform/queue/job.js';
import { PackageProcessingService } from '../package-processing.service.js';

/** Reads an archive that was accepted. Safe to repeat: a package that was processed is left alone. */
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
        throw new JobPostponed(error.message); // however long that takes: the archive is as it was
      }
      if (attempt >= maxAttempts) {
        await this.processing.giveUp(packageId);
      }
      throw error;
    }
  }
}
