import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { QuarantinesService } from './quarantines.service.js';
import { ReleaseLocksJob } from './release-locks.job.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';

/** Ends the leases of processes that are gone, and has what they left in the repositories removed. */
@Injectable()
export class LeftWritesService {
  private readonly logger = new Logger('repositories');

  constructor(
    private readonly leases: RepositoryLeasesRepository,
    private readonly quarantines: QuarantinesService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Ends the leases of an owner that is known to be gone. */
  async endAllOf(owner: string): Promise<void> {
    await this.quarantines.removeAllOf(owner).catch((error: unknown) => {
      this.logger.warn({ owner, error: errorText(error) });
    });
    await this.ending(() => this.leases.deleteAllOf(owner));
  }

  /** Ends the leases that were not renewed in time. */
  async endExpired(): Promise<void> {
    await this.ending(() => this.leases.deleteExpired());
  }

  /** Enqueues the jobs in the transaction that deletes the leases, because only the leases name the repositories. */
  private async ending(end: () => Promise<readonly number[]>): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const repositoryId of new Set(await end())) {
        const uniqueKey = `${ReleaseLocksJob.jobName} ${repositoryId}`;
        await this.jobs.enqueue(tx, ReleaseLocksJob, { repositoryId }, { uniqueKey });
      }
    });
  }
}
