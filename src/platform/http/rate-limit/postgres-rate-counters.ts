import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../database/database.js';
import { RateCounters } from './rate-counters.js';
import type { Window } from './rate-counters.js';

/** Counters in an unlogged table, outside the transaction of the request: a rolled back failure still counts. */
@Injectable()
export class PostgresRateCounters extends RateCounters {
  constructor(private readonly database: Database) {
    super();
  }

  override async hit({ name, start, end }: Window): Promise<number> {
    const row = await this.database.detached(() =>
      this.database.row<{ hits: number }>(sql`
        insert into rate_counters (name, window_start, hits, expires_at)
        values (${name}, ${start}, 1, ${new Date(end).toISOString()})
        on conflict (name, window_start) do update set hits = rate_counters.hits + 1
        returning hits`),
    );
    return row?.hits ?? 1;
  }

  override async count({ name, start }: Window): Promise<number> {
    const row = await this.database.detached(() =>
      this.database.row<{ hits: number }>(
        sql`select hits from rate_counters where name = ${name} and window_start = ${start}`,
      ),
    );
    return row?.hits ?? 0;
  }

  sweep(): Promise<number> {
    return this.database.run(sql`delete from rate_counters where expires_at <= now()`);
  }
}
