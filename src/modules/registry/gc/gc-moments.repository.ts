import { Injectable } from '@nestjs/common';
import { empty } from 'sql-template-tag';
import { DAY_SECONDS } from '../../../common/time/units.js';
import { Database } from '../../../platform/database/database.js';
import { select, timestamptz } from '../../../platform/database/typed-sql.js';

/** Longer than anything is kept, and short enough for every date type. */
const LONGEST_SECONDS = 100 * 365 * DAY_SECONDS;

const SCHEDULE_LOCK = 7_310_022;

@Injectable()
export class GcMomentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the time this many seconds ago by the database's clock, which also wrote the times it is compared with, and
   * with the same rounding. Anything that happened before this call is therefore not later than the time 0 seconds ago.
   */
  async ago(seconds: number): Promise<string> {
    const limited = Math.min(seconds, LONGEST_SECONDS);
    const moment = timestamptz`(clock_timestamp() - ${limited} * interval '1 second')::timestamptz(3)`;
    const row = await this.database.row(select({ moment }, empty));
    return row?.moment ?? '-infinity';
  }

  /** Serialises the start of runs: the lock is held until the transaction ends. */
  lockSchedule(): Promise<void> {
    return this.database.lockByNumber(SCHEDULE_LOCK);
  }
}
