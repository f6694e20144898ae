import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Signs of life of running jobs. */
@Injectable()
export class HeartbeatsRepository {
  constructor(private readonly database: Database) {}

  async note(jobId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set heartbeat_at = now() where id = ${jobId} and status = 'running'`);
  }

  /** The jobs of a runner that asks for another one are alive. */
  async noteOf(runnerId: number): Promise<void> {
    await this.database.run(sql`
      update ci_jobs set heartbeat_at = now()
      where runner_id = ${runnerId} and status = 'running' and kind = 'build' and heartbeat_at < now() - interval '1 second'`);
  }
}
