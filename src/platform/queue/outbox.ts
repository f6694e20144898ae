import { Injectable } from '@nestjs/common';
import sql, { empty, join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { sqlState } from '../database/database-errors.js';
import { columnsOf } from '../database/columns-of.js';
import { anyNumberOf } from '../database/any-number-of.js';
import { Database } from '../database/database.js';
import { withLiterals } from '../database/literals.js';
import type { Tx } from '../database/tx.js';
import { bigint, boolean, query, returning, select, selectList, timestamptz } from '../database/typed-sql.js';
import type { RowOf } from '../database/typed-sql.js';
import { JobEntity } from './job.entity.js';
import type { EnqueueOptions, JobClass, JobPayload } from './job.js';
import type { ScheduledJob } from './job-registry.js';
import { Jobs } from './job.js';
import { WakeUp } from './wake-up.js';

const COLUMNS = columnsOf(JobEntity, 'j', 'id', 'name', 'payload', 'attempts', 'maxAttempts');

export type OutboxRow = RowOf<typeof COLUMNS>;

const STARTED_COLUMNS = {
  ...COLUMNS,
  /** Whether more jobs were due than could be claimed. */
  leftMore: boolean`(select count(*) from due) > (select count(*) from chosen)`,
};
export type StartedRow = RowOf<typeof STARTED_COLUMNS>;

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

interface NewJob {
  readonly name: string;
  /** JSON text. */
  readonly payload: string;
  readonly maxAttempts: number;
  readonly afterMs: number;
  readonly uniqueKey: string | null;
}

/** How many more jobs of a name may be started. */
export interface NameCapacity {
  readonly name: string;
  readonly capacity: number;
}

/** A job, and the owner of its lease. */
export interface HeldJob {
  readonly id: number;
  readonly owner: string;
}

/**
 * Returns the owner of an attempt that {@link Outbox.start} began: a later attempt has another owner, even in the same
 * process.
 */
export const attemptOwner = (owner: string, { attempts }: OutboxRow): string => `${owner}/${attempts}`;

/** Time in which a worker must renew its lease (contract: conventions §13). */
export const LEASE_SECONDS = 30;
const DEFAULT_ATTEMPTS = 10;
/** Due jobs that are examined for each one wanted: some names may have no capacity left. */
const LOOKED_AT = 8;
/** Maximum number of characters per statement. */
const PAYLOADS_AT_ONCE = 1024 * 1024;
/**
 * Recurring jobs are due by this much earlier than their period: what is due is asked once a second, and a job of every
 * second would miss each other time if it was enqueued a moment after it had been asked for.
 */
const EARLIER_MS = 200;
const UNIQUE_VIOLATION = '23505';
const STOPPED = 'The process stopped.';

/**
 * The job table. A row is waiting, leased to a worker until `run_at`, or dead; finished rows are deleted. A lease moves
 * the row's `run_at` into the future, so that the row becomes due again when its worker dies. The same happens when the
 * server crashes before the lease or the deletion reached the disk: handlers are safe to repeat.
 */
@Injectable()
export class Outbox extends Jobs {
  /** Whether a job waits whose time has come. */
  readonly isAnyDue = sql`exists (select 1 from jobs j where j.dead_at is null and j.run_at <= now())`;
  private readonly added = new WeakMap<Tx, NewJob[]>();

  constructor(
    private readonly database: Database,
    private readonly wakeUp: WakeUp,
  ) {
    super();
  }

  override enqueue<P extends JobPayload>(
    tx: Tx,
    job: JobClass<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<void> {
    const { jobName: name, maxAttempts = DEFAULT_ATTEMPTS } = job;
    const { afterMs = 0, uniqueKey = null } = options;
    this.jobsOf(tx).push({ name, payload: JSON.stringify(payload), maxAttempts, afterMs, uniqueKey });
    return Promise.resolve();
  }

  /**
   * Returns the jobs of a transaction. They are inserted at its end in one statement, so that unique keys are locked
   * for the shortest time.
   */
  private jobsOf(tx: Tx): NewJob[] {
    const known = this.added.get(tx);
    if (known) {
      return known;
    }
    const jobs: NewJob[] = [];
    this.added.set(tx, jobs);
    tx.beforeCommit(() => this.insertAll(jobs));
    tx.afterCommit(() => {
      if (jobs.some(({ afterMs }) => afterMs === 0)) {
        this.wakeUp.notify();
      }
    });
    return jobs;
  }

  /** Inserts payloads of many megabytes in several statements: each is encoded in one turn of the event loop. */
  private async insertAll(jobs: readonly NewJob[]): Promise<void> {
    let part: NewJob[] = [];
    let length = 0;
    for (const job of jobs) {
      part.push(job);
      length += job.payload.length;
      if (length > PAYLOADS_AT_ONCE) {
        await this.insert(part, (query) => this.database.run(query));
        [part, length] = [[], 0];
      }
    }
    if (part.length > 0) {
      await this.insert(part, (query) => this.database.runWithNext(query));
    }
  }

  private async insert(jobs: readonly NewJob[], send: (query: Sql) => Promise<unknown>): Promise<void> {
    const each = <K extends keyof NewJob>(key: K) => jobs.map((job) => job[key]);
    await send(sql`
      insert into jobs (name, payload, max_attempts, run_at, unique_key)
      select n.name, n.payload::jsonb, n.max_attempts,
             now() + n.after_ms * interval '1 millisecond', n.unique_key
      from unnest(${each('name')}::text[], ${each('payload')}::text[], ${each('maxAttempts')}::int[],
                  ${each('afterMs')}::float8[], ${each('uniqueKey')}::text[])
        with ordinality as n (name, payload, max_attempts, after_ms, unique_key, position)
      order by n.position
      on conflict (unique_key) where leased_by is null and dead_at is null do nothing`);
  }

  /**
   * Claims due jobs for `owner`; no other owner gets them while the lease lasts. Jobs beyond the capacity of their name
   * stay, as in {@link start}.
   */
  claim(owner: string, capacities: readonly NameCapacity[], limit: number): Promise<OutboxRow[]> {
    const claiming = returning(
      COLUMNS,
      sql`
          ${chosenAmongDue(capacities, limit)}
          update jobs j set run_at = now() + ${LEASE_SECONDS} * interval '1 second', leased_by = ${owner}
          where j.id in (${CHOSEN_STILL_DUE})`,
    );
    return this.database.relaxedly(() => this.database.rows(claiming));
  }

  /**
   * Claims due jobs and starts an attempt of each at once, under a lease of its own, {@link attemptOwner}. Jobs beyond
   * the capacity of their name stay; they hide other jobs only until the next claim.
   */
  start(owner: string, capacities: readonly NameCapacity[], limit: number): Promise<StartedRow[]> {
    const starting = returning(
      STARTED_COLUMNS,
      sql`
          ${chosenAmongDue(capacities, limit)}
          update jobs j
          set attempts = j.attempts + 1, leased_by = ${owner} || '/' || (j.attempts + 1),
              run_at = now() + ${LEASE_SECONDS} * interval '1 second'
          where j.id in (${CHOSEN_STILL_DUE})`,
    );
    return this.database.relaxedly(() => this.database.rows(starting));
  }

  /** Starts an attempt for `owner` if the row is still leased to `from`; null otherwise. */
  begin(id: number, from: string, owner: string): Promise<OutboxRow | null> {
    const beginning = returning(
      COLUMNS,
      sql`
          update jobs j
          set attempts = attempts + 1, leased_by = ${owner}, run_at = now() + ${LEASE_SECONDS} * interval '1 second'
          where id = ${id} and leased_by = ${from} and dead_at is null`,
    );
    return this.database.relaxedly(() => this.database.row(beginning));
  }

  /** Returns false when the lease was lost. */
  async renew(id: number, owner: string): Promise<boolean> {
    const renewing = sql`
      update jobs set run_at = now() + ${LEASE_SECONDS} * interval '1 second' where id = ${id} and leased_by = ${owner}`;
    return (await this.note(renewing)) > 0;
  }

  /** Both arrays are subqueries, so that one plan serves any number of jobs. */
  async finish(held: readonly HeldJob[]): Promise<void> {
    const ids = held.map(({ id }) => id);
    const owners = held.map(({ owner }) => owner);
    const finishing = sql`
      delete from jobs j using unnest(${anyNumberOf(ids)}, (select ${owners}::text[])) as h (id, owner)
      where j.id = h.id and j.leased_by = h.owner`;
    await this.note(finishing);
  }

  async retry(id: number, owner: string, seconds: number, error: string): Promise<void> {
    try {
      await this.note(sql`
        update jobs set leased_by = null, run_at = now() + ${seconds} * interval '1 second', last_error = ${error}
        where id = ${id} and leased_by = ${owner}`);
    } catch (failure) {
      if (sqlState(failure) !== UNIQUE_VIOLATION) {
        throw failure;
      }
      await this.finish([{ id, owner }]); // another waiting job with the same key does the work
    }
  }

  async markDead(id: number, owner: string, error: string): Promise<void> {
    await this.note(sql`
      update jobs set leased_by = null, dead_at = now(), last_error = ${error} where id = ${id} and leased_by = ${owner}`);
  }

  /** Gives unfinished jobs of a stopping process back at once; the interrupted attempt does not count. */
  async handBack(owner: string, ids: readonly number[], begun: boolean): Promise<void> {
    for (const id of ids) {
      await (begun ? this.postpone(id, owner, 0, STOPPED) : this.retry(id, owner, 0, STOPPED));
    }
  }

  /** Like {@link retry}, but the interrupted attempt does not count. */
  async postpone(id: number, owner: string, seconds: number, why: string): Promise<void> {
    await this.retry(id, owner, seconds, why);
    await this.note(sql`update jobs set attempts = greatest(attempts - 1, 0) where id = ${id} and leased_by is null`);
  }

  /** Enqueues the recurring jobs that are due, once for all processes. */
  async enqueueRecurring(schedule: readonly ScheduledJob[]): Promise<void> {
    if (schedule.length === 0) {
      return;
    }
    const enqueueing = sql`
      with due as (
        insert into recurring_jobs as held (name, next_run_at) ${dueOf(schedule)}
        on conflict (name) do update set next_run_at = excluded.next_run_at
          where held.next_run_at <= now() or held.next_run_at > excluded.next_run_at
        returning name)
      insert into jobs (name, payload, max_attempts, unique_key)
      select name, '{}'::jsonb, 1, 'recurring:' || name from due
      on conflict (unique_key) where leased_by is null and dead_at is null do nothing`;
    await this.note(enqueueing);
  }

  /** Whether {@link enqueueRecurring} has something to do. */
  isRecurringDue(schedule: readonly ScheduledJob[]): Sql {
    return schedule.length === 0 ? sql`false` : sql`exists (${dueOf(schedule)})`;
  }

  /** Whether each of the conditions holds; one statement, which does not wait for a connection of requests. */
  async areDue(conditions: readonly Sql[]): Promise<boolean[]> {
    const columns = Object.fromEntries(conditions.map((condition, position) => [position, boolean`${condition}`]));
    const asking = query(columns, withLiterals(sql`select ${selectList(columns)}`));
    const row = await this.database.relaxedly(() => this.database.row(asking));
    return conditions.map((_, position) => row?.[position] === true);
  }

  /** Returns the dead jobs, newest first. */
  dead(limit: number): Promise<DeadJob[]> {
    return this.database.rows(
      select(
        DEAD_JOB_COLUMNS,
        sql`from jobs j where j.dead_at is not null order by j.dead_at desc, j.id desc limit ${limit}`,
      ),
    );
  }

  /** Numbers of jobs for metrics and readiness. */
  async stats(): Promise<RowOf<typeof STATS>> {
    const row = await this.database.row(select(STATS, sql`from jobs`));
    return row ?? { waiting: 0, leased: 0, dead: 0 };
  }

  /** A crash may undo it: the lease then expires, and the attempt is repeated. */
  private note(query: Sql): Promise<number> {
    return this.database.relaxedly(() => this.database.run(query));
  }
}

/** Name and next time of the recurring jobs that are due and have something to do. */
function dueOf(schedule: readonly ScheduledJob[]): Sql {
  const names = schedule.map(({ name }) => name);
  const seconds = schedule.map(({ everySeconds }) => everySeconds);
  return sql`
    select s.name, s.next_run_at
    from (
        select every.name,
          now() + every.seconds * interval '1 second' - ${EARLIER_MS} * interval '1 millisecond' as next_run_at
        from unnest(${names}::text[], ${seconds}::int[]) as every (name, seconds)) s
      left join recurring_jobs r on r.name = s.name
    where (r.name is null or r.next_run_at <= now() or r.next_run_at > s.next_run_at)
      ${join(schedule.map(conditionOf), ' ')}`;
}

/** For the job `s.name`. */
const conditionOf = ({ name, condition }: ScheduledJob): Sql =>
  condition ? sql`and (s.name <> ${name} or ${condition})` : empty;

const CHOSEN_STILL_DUE = sql`
  select f.id from jobs f
  where f.id in (select id from chosen) and f.dead_at is null and f.run_at <= now()
  for update skip locked`;

function chosenAmongDue(capacities: readonly NameCapacity[], limit: number): Sql {
  const names = capacities.map(({ name }) => name);
  return sql`
    with due as (
      select id, name, run_at from jobs where dead_at is null and run_at <= now() and name = any(${names})
      order by run_at, id limit ${limit * LOOKED_AT}),
    ranked as (
      select d.*, row_number() over (partition by d.name order by d.run_at, d.id) as rank from due d),
    chosen as (
      select r.id from ranked r
        join unnest(${names}::text[], ${capacities.map(({ capacity }) => capacity)}::int[]) as n (name, capacity)
          on n.name = r.name and n.capacity >= r.rank
      order by r.run_at, r.id limit ${limit})`;
}
