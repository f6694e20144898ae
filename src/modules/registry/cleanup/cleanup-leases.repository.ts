import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Allows at most one bulk delete of a repository per interval (contract: registry §4 Lease). */
@Injectable()
export class CleanupLeasesRepository {
  constructor(private readonly database: Database) {}

  /** Whether a bulk delete may begin now; does not consider concurrent requests. */
  isFree(repositoryId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from container_repositories
      where id = ${repositoryId} and (next_cleanup_at is null or next_cleanup_at <= now())`);
  }

  /**
   * Takes the lease in the caller's transaction; of concurrent callers, only one gets it. It is never released early.
   */
  async take(repositoryId: number, seconds: number, startedAt: Date): Promise<boolean> {
    const taken = await this.database.run(sql`
      update container_repositories
      set next_cleanup_at = now() + ${seconds} * interval '1 second', cleanup_policy_started_at = ${startedAt.toISOString()}
      where id = ${repositoryId} and status is null and (next_cleanup_at is null or next_cleanup_at <= now())`);
    return taken > 0;
  }
}
