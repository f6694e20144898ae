import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';

/** Longer than anything is kept, and short enough for every date type. */
const LONGEST_SECONDS = 100 * 365 * 86_400;

const SCHEDULE_LOCK = 7_310_022;

@Injectable()
export class GcMomentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The moment so many seconds ago by the database's clock, which also wrote the times it is compared with, rounded as
   * they are: what happened before this call happened before the moment 0 seconds ago.
   */
  async ago(seconds: number): Promise<string> {
    const row = await this.database.row<{ moment: string }>(sql`
      select (clock_timestamp() - ${Math.min(seconds, LONGEST_SECONDS)} * interval '1 second')::timestamptz(3) as moment`);
    return row?.moment ?? '-infinity';
  }

  /** Runs are started one at a time: the lock is held until the transaction ends. */
  async lockSchedule(): Promise<void> {
    await this.database.run(sql`select pg_advisory_xact_lock(${SCHEDULE_LOCK})`);
  }
}
