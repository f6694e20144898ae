import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { sqlState } from '../database/constraint.js';
import { columnsOf } from '../database/columns-of.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/database.js';
import { bigint, returning, select, timestamptz } from '../database/typed-sql.js';
import type { RowOf } from '../database/typed-sql.js';
import { JobEntity } from './job.entity.js';
import type { EnqueueOptions, JobClass, JobPayload } from './job.js';
import { Jobs } from './job.js';
import { WakeUp } from './wake-up.js';

const ENQUEUED = columnsOf(JobEntity, 'j', 'id');
const COLUMNS = columnsOf(JobEntity, 'j', 'id', 'name', 'payload', 'attempts', 'maxAttempts');

export type OutboxRow = RowOf<typeof COLUMNS>;

const DEAD_JOB_COLUMNS = {
  ...columnsOf(JobEntity, 'j', 'id', 'name', 'attempts', 'lastError'),
  deadAt: timestamptz`j.dead_at`,
};

export type DeadJob = RowOf<typeof DEAD_JOB_COLUMNS>;

const STATS = {
  waiting: bigint`count(*) filter (where dead_at is null and leased_by is null)`,
  leased: bigint`count(*) filter (where dead_at is null and leased_by is not null)`,
  dead: bigint`count(*) filter (where dead_at is not null)`,
};

/** How long a worker owns a job before it must renew (contract: conventions §13). */
export const LEASE_SECONDS = 30;
const DEFAULT_ATTEMPTS = 10;
const UNIQUE_VIOLATION = '23505';
const STOPPED = 'The process stopped.';

/**
 * The table of work to be done. A row is waiting, leased to a worker until `run_at`, or dead; done rows are deleted.
 * The lease is the row's `run_at` moved into the future: when its worker dies, the row becomes due again by itself.
 */
@Injectable()
export class Outbox extends Jobs {
  constructor(
    private readonly database: Database,
    private readonly wakeUp: WakeUp,
  ) {
    super();
  }

  override async enqueue<P extends JobPayload>(
    tx: Tx,
    job: JobClass<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<number | null> {
    const row = await this.database.row(
      returning(
        ENQUEUED,
        sql`
          insert into jobs as j (name, payload, max_attempts, run_at, unique_key)
          values (${job.jobName}, ${JSON.stringify(payload)}::jsonb, ${job.maxAttempts ?? DEFAULT_ATTEMPTS},
                  coalesce(${options.runAt?.toISOString() ?? null}::timestamptz, now()), ${options.uniqueKey ?? null})
          on conflict (unique_key) where leased_by is null and dead_at is null do nothing`,
      ),
    );
    tx.afterCommit(() => {
      this.wakeUp.notify();
    });
    return row?.id ?? null;
  }

  /** Takes due jobs of these names for `owner`; nobody else gets them while the lease lasts. */
  claim(owner: string, names: readonly string[], limit: number): Promise<OutboxRow[]> {
    return this.database.rows(
      returning(
        COLUMNS,
        sql`
          update jobs j set run_at = now() + ${LEASE_SECONDS} * interval '1 second', leased_by = ${owner}
          where j.id in (
            select id from jobs where dead_at is null and run_at <= now() and name = any(${[...names]})
            order by run_at, id limit ${limit} for update skip locked)`,
      ),
    );
  }

  /** Starts an attempt under `owner` if the row is still leased to `from`; null when somebody else has it. */
  begin(id: number, from: string, owner: string): Promise<OutboxRow | null> {
    return this.database.row(
      returning(
        COLUMNS,
        sql`
          update jobs j
          set attempts = attempts + 1, leased_by = ${owner}, run_at = now() + ${LEASE_SECONDS} * interval '1 second'
          where id = ${id} and leased_by = ${from} and dead_at is null`,
      ),
    );
  }

  /** False when the lease was lost. */
  async renew(id: number, owner: string): Promise<boolean> {
    const changed = await this.database.run(sql`
      update jobs set run_at = now() + ${LEASE_SECONDS} * interval '1 second' where id = ${id} and leased_by = ${owner}`);
    return changed > 0;
  }

  async finish(id: number, owner: string): Promise<void> {
    await this.database.run(sql`delete from jobs where id = ${id} and leased_by = ${owner}`);
  }

  async retry(id: number, owner: string, seconds: number, error: string): Promise<void> {
    try {
      await this.database.run(sql`
        update jobs set leased_by = null, run_at = now() + ${seconds} * interval '1 second', last_error = ${error}
        where id = ${id} and leased_by = ${owner}`);
    } catch (failure) {
      if (sqlState(failure) !== UNIQUE_VIOLATION) {
        throw failure;
      }
      await this.finish(id, owner); // another waiting job with the same key does the work
    }
  }

  async markDead(id: number, owner: string, error: string): Promise<void> {
    await this.database.run(sql`
      update jobs set leased_by = null, dead_at = now(), last_error = ${error} where id = ${id} and leased_by = ${owner}`);
  }

  /** Gives unfinished jobs back at once, for a process that stops; the broken-off attempt does not count. */
  async handBack(owner: string, ids: readonly number[], begun: boolean): Promise<void> {
    for (const id of ids) {
      await (begun ? this.postpone(id, owner, 0, STOPPED) : this.retry(id, owner, 0, STOPPED));
    }
  }

  /** As {@link retry}, but the broken-off attempt does not count. */
  async postpone(id: number, owner: string, seconds: number, why: string): Promise<void> {
    await this.retry(id, owner, seconds, why);
    await this.database.run(
      sql`update jobs set attempts = greatest(attempts - 1, 0) where id = ${id} and leased_by is null`,
    );
  }

  /** Enqueues the recurring jobs that are due, once among all processes. */
  async enqueueRecurring(schedule: readonly { name: string; everySeconds: number }[]): Promise<void> {
    if (schedule.length === 0) {
      return;
    }
    const values = join(schedule.map(({ name, everySeconds }) => sql`(${name}::text, ${everySeconds}::int)`));
    await this.database.run(sql`
      with schedule (name, every) as (values ${values}),
      due as (
        insert into recurring_jobs as held (name, next_run_at)
        select name, now() + every * interval '1 second' from schedule
        on conflict (name) do update set next_run_at = excluded.next_run_at
          where held.next_run_at <= now() or held.next_run_at > excluded.next_run_at
        returning name)
      insert into jobs (name, payload, max_attempts, unique_key)
      select name, '{}'::jsonb, 1, 'recurring:' || name from due
      on conflict (unique_key) where leased_by is null and dead_at is null do nothing`);
  }

  /** The dead jobs, newest first. */
  dead(limit: number): Promise<DeadJob[]> {
    return this.database.rows(
      select(
        DEAD_JOB_COLUMNS,
        sql`from jobs j where j.dead_at is not null order by j.dead_at desc, j.id desc limit ${limit}`,
      ),
    );
  }

  /** Numbers for metrics and readiness. */
  async stats(): Promise<RowOf<typeof STATS>> {
    const row = await this.database.row(select(STATS, sql`from jobs`));
    return row ?? { waiting: 0, leased: 0, dead: 0 };
  }
}
