import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Database } from '../../../platform/database/database.js';
import { whereOf } from '../../../platform/database/conditions.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { PLANNED_ANEW } from '../../../platform/database/planned-anew.js';
import { bigint, json, select, text } from '../../../platform/database/typed-sql.js';
import { ATTEMPT_COLUMNS } from './logged-attempt.js';
import type { LoggedAttempt } from './logged-attempt.js';
import { DELIVERY_COLUMNS, DELIVERY_JOINS } from './delivery.columns.js';
import type { Delivery } from './delivery.js';
import type { DeliveryState, DeliveryTrigger } from './delivery-state.js';
import type { EventPayload } from './event-payload.js';
import { timeIs } from '../../../platform/database/time-filter.js';

const DELIVERIES = listOf({
  type: 'Delivery',
  columns: DELIVERY_COLUMNS,
  from: sql`deliveries d`,
  joins: { to: 'd', sql: DELIVERY_JOINS },
  defaultSort: { by: 'id', direction: 'desc' },
});

/** Filters for a list of deliveries. */
export interface DeliveryFilters {
  readonly state?: DeliveryState | undefined;
  readonly event?: string | undefined;
  readonly trigger?: DeliveryTrigger | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly eventUuid?: string | undefined;
}

/** The deliveries that were sent or will be sent (contract: integrations §8.5). */
@Injectable()
export class DeliveryLogRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(integrationId: number, filters: DeliveryFilters, page: PageRequest): Promise<Page<Delivery>> {
    return this.lists.page(DELIVERIES, conditions(integrationId, filters), { page });
  }

  find(integrationId: number, id: number): Promise<Delivery | null> {
    return this.database.row(
      select(
        DELIVERY_COLUMNS,
        sql`from deliveries d ${DELIVERY_JOINS} where d.integration_id = ${integrationId} and d.id = ${id}`,
      ),
    );
  }

  async payloadOf(eventId: number): Promise<EventPayload> {
    const row = await this.database.row(
      select({ payload: json<EventPayload>`e.payload` }, sql`from integration_events e where e.id = ${eventId}`),
    );
    return row?.payload ?? {};
  }

  attemptsOf(deliveryId: number): Promise<LoggedAttempt[]> {
    return this.database.rows(
      select(ATTEMPT_COLUMNS, sql`from delivery_attempts a where a.delivery_id = ${deliveryId} order by a.number`),
    );
  }

  /** Returns the ids of matching deliveries after the id `after`, oldest first. */
  async idsAfter(integrationId: number, filters: DeliveryFilters, after: number, limit: number): Promise<number[]> {
    const where = whereOf([...conditions(integrationId, filters), sql`d.id > ${after}`]);
    const rows = await this.database.rows(
      select({ id: bigint`d.id` }, sql`from deliveries d ${where} order by d.id limit ${limit}`),
    );
    return rows.map(({ id }) => id);
  }

  async newestId(integrationId: number): Promise<number> {
    const row = await this.database.row(
      select({ id: bigint`coalesce(max(d.id), 0)` }, sql`from deliveries d where d.integration_id = ${integrationId}`),
    );
    return row?.id ?? 0;
  }

  async count(integrationId: number, filters: DeliveryFilters): Promise<number> {
    const where = whereOf(conditions(integrationId, filters));
    const row = await this.database.row(select({ count: bigint`count(*)` }, sql`from deliveries d ${where}`));
    return row?.count ?? 0;
  }

  /** Returns the number of deliveries that an operation created, by current state. */
  async countsOf(operationId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.rows(
      select(
        { state: text`d.state`, count: bigint`count(*)` },
        sql`from deliveries d where d.operation_id = ${operationId} group by d.state`,
      ),
    );
    return new Map(rows.map(({ state, count }) => [state, count]));
  }
}

/** Written like the conditions of partial indexes, so that these are used. */
const NOT_SUCCEEDED = sql`d.state <> 'succeeded'`;
const NO_EVENT = sql`d.trigger <> 'event'`;
const unless = (isSo: boolean, condition: Sql): Sql[] => (isSo ? [] : [condition]);

function conditions(integrationId: number, filters: DeliveryFilters): Sql[] {
  const { state, event, trigger, createdAfter, createdBefore, eventUuid } = filters;
  return [
    sql`d.integration_id = ${integrationId}`,
    ...(state === undefined ? [] : [sql`d.state = ${state}`, ...unless(state === 'succeeded', NOT_SUCCEEDED)]),
    ...(event === undefined ? [] : [sql`d.object_kind = ${event}${PLANNED_ANEW}`]), // some kinds are rare
    ...(trigger === undefined ? [] : [sql`d.trigger = ${trigger}`, ...unless(trigger === 'event', NO_EVENT)]),
    ...(createdAfter === undefined ? [] : [timeIs(sql`d.created_at`, '>=', createdAfter)]),
    ...(createdBefore === undefined ? [] : [timeIs(sql`d.created_at`, '<=', createdBefore)]),
    ...(eventUuid === undefined
      ? []
      : [sql`d.event_id in (select e.id from integration_events e where e.uuid = ${eventUuid}::uuid)`]),
  ];
}
