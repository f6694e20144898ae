import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../database/columns-of.js';
import { Database } from '../../database/database.js';
import { returning, select } from '../../database/typed-sql.js';
import { RateCounterEntity } from './rate-counter.entity.js';
import { RateCounters } from './rate-counters.js';
import type { Window } from './rate-counters.js';

const HITS = columnsOf(RateCounterEntity, 'c', 'hits');

/**
 * Counters in an unlogged table, outside the transaction of the request: a failure that is rolled back still counts.
 */
@Injectable()
export class PostgresRateCounters extends RateCounters {
  constructor(private readonly database: Database) {
    super();
  }

  override async hit({ name, start, end }: Window): Promise<number> {
    const row = await this.database.detached(() =>
      this.database.row(
        returning(
          HITS,
          sql`
            insert into rate_counters as c (name, window_start, hits, expires_at)
            values (${name}, ${start}, 1, ${new Date(end).toISOString()})
            on conflict (name, window_start) do update set hits = c.hits + 1`,
        ),
      ),
    );
    return row?.hits ?? 1;
  }

  override async count({ name, start }: Window): Promise<number> {
    const row = await this.database.detached(() =>
      this.database.row(select(HITS, sql`from rate_counters c where c.name = ${name} and c.window_start = ${start}`)),
    );
    return row?.hits ?? 0;
  }

  sweep(): Promise<number> {
    return this.database.run(sql`delete from rate_counters where expires_at <= now()`);
  }
}
