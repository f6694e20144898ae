import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { bigint, query, returning } from '../../../platform/database/typed-sql.js';
import { CLAIMED_COLUMNS } from './delivery-queue.repository.js';
import type { ClaimedDelivery } from './delivery-queue.repository.js';
import type { StoredEvent } from './stored-event.js';
import type { DeliveryState } from './delivery-state.js';
import type { ErrorCode, StepLog } from './step-log.js';

/** Result of an attempt. */
export interface AttemptResult {
  readonly deliveryId: number;
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly state: DeliveryState;
  readonly steps: readonly StepLog[];
  readonly responseStatus: number | null;
  readonly errorCode: ErrorCode | null;
  readonly error: string | null;
  /** Seconds until the next attempt; null if there is none. */
  readonly retryAfter: number | null;
  /** Seconds that the receiver asked to wait; 0 if it did not ask. */
  readonly waitSeconds: number;
}

/** The attempt may already have been logged by a process that died afterwards. */
const IN_PLACE_OF_EARLIER = sql`
  on conflict (delivery_id, number) do update
  set started_at = excluded.started_at, duration_ms = excluded.duration_ms, outcome = excluded.outcome,
    steps = excluded.steps`;

/** Stores the results of attempts. */
@Injectable()
export class DeliveryResultsRepository {
  constructor(private readonly database: Database) {}

  /** Returns false when this owner no longer holds the delivery. */
  async finish(result: AttemptResult, owner: string): Promise<boolean> {
    const { deliveryId, state, responseStatus, errorCode, error, retryAfter, waitSeconds, durationMs } = result;
    const changed = await this.database.run(sql`
      update deliveries d
      set state = ${state}, response_status = ${responseStatus}, error_code = ${errorCode}, error = ${error},
        duration_ms = ${durationMs}, lease_owner = null, lease_until = null,
        next_attempt_at = now() + make_interval(secs => ${retryAfter}::float8),
        not_before = now() + make_interval(secs => nullif(${waitSeconds}::float8, 0)),
        finished_at = case when ${retryAfter}::float8 is null then now() end
      where d.id = ${deliveryId} and d.state = 'running' and d.lease_owner = ${owner}`);
    return changed > 0;
  }

  /**
   * Combines {@link finish} and {@link log}, and records the success in the integration: one statement for the most
   * frequent case. Returns false and writes nothing if the integration is paused, or if this owner no longer holds the
   * delivery.
   */
  async succeed(result: AttemptResult, integrationId: number, owner: string): Promise<boolean> {
    const { deliveryId, number, startedAt, durationMs, responseStatus, steps } = result;
    const isHeld = sql`d.id = ${deliveryId} and d.state = 'running' and d.lease_owner = ${owner}`;
    const changed = await this.database.run(sql`
      with healthy as (
        update integrations set consecutive_failures = 0, failing_since = null, last_success_at = now()
        where id = ${integrationId} and paused_reason is null and exists (select 1 from deliveries d where ${isHeld})
        returning id),
      finished as (
        update deliveries d
        set state = 'succeeded', response_status = ${responseStatus}, error_code = null, error = null,
          duration_ms = ${durationMs}, lease_owner = null, lease_until = null, finished_at = now()
        from healthy where ${isHeld} returning d.id)
      insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, steps)
      select id, ${number}::int, ${startedAt.toISOString()}::timestamptz, ${durationMs}::int, 'succeeded',
        ${JSON.stringify(steps)}::jsonb
      from finished
      ${IN_PLACE_OF_EARLIER}`);
    return changed > 0;
  }

  async log({ deliveryId, number, startedAt, durationMs, state, steps }: AttemptResult): Promise<void> {
    await this.database.run(sql`
      insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, steps)
      values (${deliveryId}, ${number}, ${startedAt.toISOString()}, ${durationMs}, ${state},
        ${JSON.stringify(steps)}::jsonb)
      ${IN_PLACE_OF_EARLIER}`);
  }

  /** Cancels waiting deliveries (contract: integrations §3.5). */
  async cancelWaiting(integrationId: number): Promise<void> {
    await this.database.run(sql`
      update deliveries set state = 'canceled', error_code = 'integration_disabled', next_attempt_at = null,
        finished_at = now()
      where integration_id = ${integrationId} and state in ('pending', 'retrying')`);
  }

  /**
   * Creates a delivery of the same event, to be sent with the current settings; null if the operation already created
   * one, or if the delivery has not ended.
   */
  async redeliver(id: number, operationId: string | null): Promise<number | null> {
    const row = await this.database.row(
      query(
        { id: bigint`id` },
        sql`
          insert into deliveries (project_id, integration_id, event_id, object_kind, trigger, redelivery_of,
            operation_id)
          select d.project_id, d.integration_id, d.event_id, d.object_kind, 'redelivery', d.id, ${operationId}
          from deliveries d where d.id = ${id} and d.state in ('succeeded', 'failed', 'canceled')
          on conflict (operation_id, redelivery_of) where operation_id is not null do nothing
          returning id as "id"`,
      ),
    );
    return row?.id ?? null;
  }

  /** Returns false when the delivery does not wait for a retry. */
  async makeDue(id: number): Promise<boolean> {
    const changed = await this.database.run(
      sql`update deliveries set next_attempt_at = now() where id = ${id} and state = 'retrying'`,
    );
    return changed > 0;
  }

  /** Creates a test delivery that is in progress from the start: its caller makes the attempt. */
  async startTest(event: StoredEvent, integrationId: number, owner: string): Promise<ClaimedDelivery | null> {
    return this.database.row(
      returning(
        CLAIMED_COLUMNS,
        sql`
          insert into deliveries as d (project_id, integration_id, event_id, object_kind, trigger, state,
            attempts_count, next_attempt_at, lease_owner, lease_until, started_at)
          values (${event.projectId}, ${integrationId}, ${event.id}, ${event.objectKind}, 'test', 'running', 1, null, ${owner},
            now() + interval '1 minute', now())`,
      ),
    );
  }

  /**
   * Makes waiting deliveries due at once, in their order, because the pause has ended; one that the receiver asked to
   * send later is due at that time (contract: integrations §8.2, §8.3).
   */
  async release(integrationId: number): Promise<void> {
    await this.database.run(sql`
      update deliveries d set next_attempt_at = greatest(now(), d.not_before)
      where d.integration_id = ${integrationId} and d.state in ('pending', 'retrying')
        and d.next_attempt_at > greatest(now(), d.not_before)`);
  }

  /**
   * Deletes one batch of old deliveries that have ended, and one of old events; returns the number of deleted rows
   * (contract: integrations §8.5).
   */
  async prune(days: number, batch: number): Promise<number> {
    const old = sql`now() - make_interval(days => ${days})`;
    const deliveries = await this.database.run(sql`
      delete from deliveries where id in (
        select d.id from deliveries d
        where d.created_at < ${old} and d.state in ('succeeded', 'failed', 'canceled')
        order by d.created_at limit ${batch})`);
    const events = await this.database.run(sql`
      delete from integration_events where id in (
        select e.id from integration_events e
        where e.created_at < ${old} and not exists (select 1 from deliveries d where d.event_id = e.id)
        order by e.created_at limit ${batch})`);
    return deliveries + events;
  }
}
