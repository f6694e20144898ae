import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../database/columns-of.js';
import { Database } from '../database/database.js';
import { bigint, select } from '../database/typed-sql.js';
import { CounterEntity } from './counter.entity.js';

const COUNTER = columnsOf(CounterEntity, 'k', 'name', 'ownerId', 'value');

/** Whether there is a change to fold. The scalar subquery makes the primary key answer, however many rows are dead. */
export const IS_ANY_CHANGE_LEFT = sql`(select c.id from counter_changes c order by c.id limit 1) is not null`;

@Injectable()
export class CountersRepository {
  constructor(private readonly database: Database) {}

  /** Folds the oldest changes into their counters and returns their number. Readers see each change exactly once. */
  async fold(limit: number): Promise<number> {
    return this.database.transaction(async () => {
      const folded = await this.database.rows(
        select(
          { ...COUNTER, changes: bigint`k.changes` },
          sql`from folded k`,
          sql`
            with taken as (
              delete from counter_changes where id in (select id from counter_changes order by id limit ${limit})
              returning name, owner_id, change),
            sums as (select name, owner_id, sum(change)::bigint as change, count(*) as changes from taken group by 1, 2),
            folded as (
              insert into counters as c (name, owner_id, value)
              select name, owner_id, change from sums order by name, owner_id
              on conflict (name, owner_id) do update set value = c.value + excluded.value
              returning name, owner_id, value,
                (select s.changes from sums s where s.name = c.name and s.owner_id = c.owner_id) as changes)`,
        ),
      );
      await this.forget(folded.filter(({ value }) => value === 0));
      return folded.reduce((sum, { changes }) => sum + changes, 0);
    });
  }

  /** Zero values are deleted, so that no counter outlives its owner. */
  private async forget(counters: readonly { readonly name: string; readonly ownerId: number }[]): Promise<void> {
    if (counters.length > 0) {
      await this.database.run(sql`
        delete from counters k
        using unnest(${counters.map(({ name }) => name)}::text[], ${counters.map(({ ownerId }) => ownerId)}::bigint[]) gone (name, owner_id)
        where k.name = gone.name and k.owner_id = gone.owner_id and k.value = 0`);
    }
  }
}
