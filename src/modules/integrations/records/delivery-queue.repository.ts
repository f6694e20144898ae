import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { brokenConstraint, lostRace } from '../../../platform/database/database-errors.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, double, query, selectList } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { Json } from '../kinds/step.js';
import { DeliveryEntity } from './delivery.entity.js';

/** Columns of a {@link ClaimedDelivery}, for `deliveries d`. */
export const CLAIMED_COLUMNS = columnsOf(
  DeliveryEntity,
  'd',
  'id',
  'uuid',
  'projectId',
  'integrationId',
  'eventId',
  'trigger',
  'attemptsCount',
  'doneSteps',
  'createdAt',
);
/** A delivery that an engine has claimed. */
export type ClaimedDelivery = RowOf<typeof CLAIMED_COLUMNS>;

const QUEUE_STATS = {
  depth: bigint`count(*)`,
  oldestDueSeconds: double`coalesce(extract(epoch from now() - min(d.next_attempt_at)
    filter (where d.next_attempt_at <= now())), 0)::float8`,
  paused: bigint`(select count(*) from integrations i where i.paused_reason is not null)`,
};
export type QueueStats = RowOf<typeof QUEUE_STATS>;

/** Limits of a claim, so that slow receivers leave capacity for fast ones. */
export interface Reserve {
  /**
   * Maximum number of deliveries for integrations whose last delivery failed, that have never succeeded, or that are
   * slow.
   */
  readonly unproven?: number;
  /** Ids of integrations with slow receivers. */
  readonly slow?: Iterable<number>;
}

const LEASE_SECONDS = 60;
/**
 * Maximum number of deliveries in progress at the same time for all integrations of a project (contract: integrations
 * §8.1).
 */
const PER_PROJECT = 8;
const WAITING = sql`d.state in ('pending', 'retrying')`;

// The parts of the statement that claims deliveries; each reads the result of the one before.

/**
 * The time at which each integration's first delivery is due; one index look-up per integration, however many
 * deliveries wait.
 */
const EARLIEST_OF_EACH = sql`
  (select d.integration_id, d.next_attempt_at from deliveries d where ${WAITING}
   order by d.integration_id, d.next_attempt_at limit 1)
  union all
  select further.* from waiting w cross join lateral (
    select d.integration_id, d.next_attempt_at from deliveries d
    where ${WAITING} and d.integration_id > w.integration_id
    order by d.integration_id, d.next_attempt_at limit 1) further`;

/** Integrations with a due delivery and none in progress that are not paused, or whose probe is due. */
const freeOf = (slow: Iterable<number>): Sql => sql`
  select i.id, i.project_id, w.next_attempt_at, i.consecutive_failures > 0 as is_failing,
    i.consecutive_failures > 0 or i.last_success_at is null or i.id = any(${[...slow]}::bigint[]) as is_unproven
  from waiting w join integrations i on i.id = w.integration_id
  where w.next_attempt_at <= now() and (i.paused_reason is null or i.paused_until <= now())
    and not exists (
      select 1 from deliveries d where d.integration_id = i.id and d.state = 'running' and d.trigger <> 'test')`;

/** Whether a claim would find a delivery. */
export const IS_ANY_DELIVERY_DUE = sql`
  exists (with recursive waiting as (${EARLIEST_OF_EACH}), free as (${freeOf([])}) select 1 from free)`;

/** The rank of each integration in its project, counted after the deliveries in progress there. */
const RANKED_IN_PROJECTS = sql`
  select f.id, f.next_attempt_at, f.is_failing, f.is_unproven,
    row_number() over (partition by f.project_id order by f.next_attempt_at, f.id)
      + (select count(*) from deliveries d where d.project_id = f.project_id and d.state = 'running') as rank_in_project
  from free f`;

/**
 * The integrations within the limit of their project, ordered separately for proven and unproven ones; among the
 * unproven, new integrations come before those whose receivers fail.
 */
const ADMITTED = sql`
  select r.id, r.next_attempt_at, r.is_unproven,
    row_number() over (partition by r.is_unproven order by r.is_failing, r.next_attempt_at, r.id) as turn
  from ranked r where r.rank_in_project <= ${PER_PROJECT}`;

/** The oldest due delivery of each of the first `limit` integrations. */
const oldestOf = (limit: number, unproven: number): Sql => sql`
  select oldest.id
  from (
      select a.id from admitted a where not a.is_unproven or a.turn <= ${unproven}
      order by a.next_attempt_at, a.id limit ${limit}) next
    cross join lateral (
      select d.id from deliveries d
      where d.integration_id = next.id and ${WAITING} and d.next_attempt_at <= now()
      order by d.event_id, d.id limit 1) oldest`;

/** The queue of deliveries: a process claims rows with a lease, which expires when the process dies (contract: integrations §8.1). */
@Injectable()
export class DeliveryQueueRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims due deliveries: the oldest of each integration that has none in progress, and one of a paused integration
   * when a probe is due; at most `unproven` for integrations that are not known to answer quickly. Returns none if
   * another process claimed a delivery of the same integration at the same time.
   */
  async claim(owner: string, limit: number, { unproven = limit, slow = [] }: Reserve = {}): Promise<ClaimedDelivery[]> {
    try {
      return await this.take(owner, limit, { unproven, slow });
    } catch (error) {
      if (brokenConstraint(error) === 'uq_deliveries_running' || lostRace(error)) {
        return [];
      }
      throw error;
    }
  }

  private take(owner: string, limit: number, { unproven, slow }: Required<Reserve>): Promise<ClaimedDelivery[]> {
    return this.database.rows(
      query(
        CLAIMED_COLUMNS,
        sql`
          with recursive waiting as (${EARLIEST_OF_EACH}),
          free as (${freeOf(slow)}),
          ranked as (${RANKED_IN_PROJECTS}),
          admitted as (${ADMITTED}),
          chosen as (${oldestOf(limit, unproven)}),
          locked as (
            select d.id from deliveries d where d.id = any(array(select id from chosen)) and ${WAITING}
            for update skip locked
          )
          update deliveries d
          set state = 'running', next_attempt_at = null, lease_owner = ${owner},
            lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
            attempts_count = d.attempts_count + 1, started_at = coalesce(d.started_at, now())
          where d.id = any(array(select id from locked))
          returning ${selectList(CLAIMED_COLUMNS)}`,
      ),
    );
  }

  /**
   * Renews the leases of this process, and puts back deliveries whose lease has expired. These may include deliveries
   * that this process holds without knowing, because the answer to its claim was lost or the end of an attempt could
   * not be written.
   */
  async renew(owner: string, underWay: readonly number[]): Promise<void> {
    await this.database.run(sql`
      update deliveries set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = any(${[...underWay]}::bigint[]) and state = 'running' and lease_owner = ${owner}`);
    await this.putBack(sql`d.lease_until < now()`);
  }

  /** The processes that hold deliveries. */
  async owners(): Promise<string[]> {
    const rows = await this.database.rows(
      query(
        { owner: columnsOf(DeliveryEntity, 'd').leaseOwner },
        sql`select distinct d.lease_owner as "owner" from deliveries d where d.state = 'running'`,
      ),
    );
    return rows.flatMap(({ owner }) => (owner === null ? [] : [owner]));
  }

  /** Makes deliveries that the given processes held due again at once. */
  async takeBack(owners: readonly string[]): Promise<void> {
    await this.putBack(sql`d.lease_owner = any(${[...owners]}::text[])`);
  }

  /** A test call fails instead of being repeated, because its caller no longer waits for it. */
  private async putBack(condition: Sql): Promise<void> {
    await this.database.run(sql`
      update deliveries d
      set state = case d.trigger when 'test' then 'failed' else 'retrying' end,
        error_code = case d.trigger when 'test' then 'connection_broken' else d.error_code end,
        next_attempt_at = case d.trigger when 'test' then null else now() end,
        finished_at = case d.trigger when 'test' then now() end,
        attempts_count = greatest(d.attempts_count - 1, 0),
        lease_owner = null, lease_until = null
      where d.state = 'running' and ${condition}`);
  }

  /** Stores that a step is done, so that it is not repeated if the process dies. */
  async keepStep(id: number, key: string, extracted: Json): Promise<void> {
    const step = JSON.stringify({ [key]: extracted });
    await this.database.run(sql`update deliveries set done_steps = done_steps || ${step}::jsonb where id = ${id}`);
  }

  /** Whether the owner still holds the delivery. */
  isHeld(id: number, owner: string): Promise<boolean> {
    return this.database.exists(
      sql`select 1 from deliveries d where d.id = ${id} and d.state = 'running' and d.lease_owner = ${owner}`,
    );
  }

  /** Whether the integration was sent a newer event about the same object, which payloads identify at this path. */
  hasSentNewer({ integrationId, eventId }: ClaimedDelivery, path: readonly string[]): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from deliveries d join integration_events e on e.id = d.event_id
      where d.integration_id = ${integrationId} and d.event_id > ${eventId} and d.trigger <> 'test'
        and d.attempts_count > 0 and e.payload #>> ${[...path]}::text[] = (
          select own.payload #>> ${[...path]}::text[] from integration_events own
          where own.id = ${eventId} and own.object_kind = e.object_kind)`);
  }

  /** Fails deliveries that have waited too long for a paused integration (contract: integrations §8.3). */
  async expire(days: number): Promise<number> {
    return this.database.run(sql`
      update deliveries d
      set state = 'failed', error_code = 'expired', error = 'The integration was paused for too long.',
        next_attempt_at = null, finished_at = now()
      from integrations i
      where i.id = d.integration_id and i.paused_reason is not null and ${WAITING}
        and d.created_at < now() - make_interval(days => ${days})`);
  }

  async stats(): Promise<QueueStats> {
    const [stats] = await this.database.rows(
      query(QUEUE_STATS, sql`select ${selectList(QUEUE_STATS)} from deliveries d where ${WAITING}`),
    );
    return stats ?? { depth: 0, oldestDueSeconds: 0, paused: 0 };
  }
}
