import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { QuarantinesService } from './quarantines.service.js';
import { ReleaseLocksJob } from './release-locks.job.js';
import { RepositoryLeasesRepository } from './repository-leases.repository.js';

/** Ends leases whose processes are gone, and has removed from the repositories what these left there. */
@Injectable()
export class LeftWritesService {
  private readonly logger = new Logger('repositories');

  constructor(
    private readonly leases: RepositoryLeasesRepository,
    private readonly quarantines: QuarantinesService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Those of an owner of which it is known that it is gone. */
  async endAllOf(owner: string): Promise<void> {
    await this.quarantines.removeAllOf(owner).catch((error: unknown) => {
      this.logger.warn({ owner, error: errorText(error) });
    });
    await this.ending(() => this.leases.deleteAllOf(owner));
  }

  /** Those that nobody renewed. */
  async endExpired(): Promise<void> {
    await this.ending(() => this.leases.deleteExpired());
  }

  /** The job is there when the leases that tell of it are not any more. */
  private async ending(end: () => Promise<readonly number[]>): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const repositoryId of new Set(await end())) {
        const uniqueKey = `${ReleaseLocksJob.jobName} ${repositoryId}`;
        await this.jobs.enqueue(tx, ReleaseLocksJob, { repositoryId }, { uniqueKey });
      }
    });
  }
}
