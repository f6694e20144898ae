import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Records the last contact of running jobs. */
@Injectable()
export class HeartbeatsRepository {
  constructor(private readonly database: Database) {}

  async note(jobId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set heartbeat_at = now() where id = ${jobId} and status = 'running'`);
  }

  /** A runner's request for another job also counts as contact of its running jobs. */
  async noteOf(runnerId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set heartbeat_at = now()
      where runner_id = ${runnerId} and status = 'running' and kind = 'build' and heartbeat_at < now() - interval '1 second'`);
  }
}
