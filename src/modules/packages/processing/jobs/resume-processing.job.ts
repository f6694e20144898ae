import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/queue/job.js';
import type { Job, RecurringJob } from '../../../../platform/queue/job.js';
import { ProcessingRepository } from '../processing.repository.js';
import { ProcessPackageJob } from './process-package.job.js';

/** Longer than a request takes to read its archive. */
const OLDER_THAN_SECONDS = 60;
const AT_ONCE = 1000;

/** Processes archives whose request ended before they were read. Safe to repeat. */
@Injectable()
export class ResumeProcessingJob implements Job<object>, RecurringJob {
  static readonly jobName = 'packages.resume-processing';
  readonly everySeconds = 60;

  constructor(
    private readonly processing: ProcessingRepository,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async perform(): Promise<void> {
    const ids = await this.processing.left(OLDER_THAN_SECONDS, AT_ONCE);
    await this.database.transaction(async (tx) => {
      for (const packageId of ids) {
        await this.jobs.enqueue(tx, ProcessPackageJob, { packageId }, { uniqueKey: `packages.process ${packageId}` });
      }
    });
  }
}
