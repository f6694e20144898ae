import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { EventPayload } from './event-payload.js';
import { EVENT_COLUMNS, FIRED_COLUMNS } from './stored-event.js';
import type { FiredDelivery, StoredEvent } from './stored-event.js';

export interface NewEvent {
  readonly projectId: number;
  readonly eventId: string | null;
  readonly objectKind: ObjectKind;
  readonly eventType: string;
  readonly ref: string | null;
  readonly payload: EventPayload;
}

/** An event and an integration that it fires. */
export interface FiringEvent {
  readonly eventId: number;
  readonly integrationId: number;
}

const AT_ONCE = 500;

/** Events of projects, and the deliveries that they cause. */
@Injectable()
export class IntegrationEventsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the project has an event with this `eventId`; waits for one that is being written. */
  insert({ projectId, eventId, objectKind, eventType, ref, payload }: NewEvent): Promise<StoredEvent | null> {
    return this.database.row(
      returning(
        EVENT_COLUMNS,
        sql`
          insert into integration_events as e (project_id, event_id, object_kind, event_type, ref, payload)
          values (${projectId}, ${eventId}, ${objectKind}, ${eventType}, ${ref}, ${JSON.stringify(payload)}::jsonb)
          on conflict (project_id, event_id) do nothing`,
      ),
    );
  }

  /** Inserts events without an `eventId`, so that none exists already; returns them in the same order. */
  async insertAll(events: readonly NewEvent[]): Promise<StoredEvent[]> {
    const stored: StoredEvent[] = [];
    for (let from = 0; from < events.length; from += AT_ONCE) {
      stored.push(...(await this.insertSome(events.slice(from, from + AT_ONCE))));
    }
    return stored;
  }

  private insertSome(events: readonly NewEvent[]): Promise<StoredEvent[]> {
    return this.database.rows(
      returning(
        EVENT_COLUMNS,
        sql`
          insert into integration_events as e (project_id, object_kind, event_type, ref, payload)
          select n.project_id, n.object_kind, n.event_type, n.ref, n.payload::jsonb
          from unnest(
            ${events.map(({ projectId }) => projectId)}::bigint[], ${events.map(({ objectKind }) => objectKind)}::text[],
            ${events.map(({ eventType }) => eventType)}::text[], ${events.map(({ ref }) => ref)}::text[],
            ${events.map(({ payload }) => JSON.stringify(payload))}::text[]
          ) with ordinality as n (project_id, object_kind, event_type, ref, payload, place)
          order by n.place`,
      ),
    );
  }

  findByEventId(projectId: number, eventId: string): Promise<StoredEvent | null> {
    return this.database.row(
      select(
        EVENT_COLUMNS,
        sql`from integration_events e where e.project_id = ${projectId} and e.event_id = ${eventId}`,
      ),
    );
  }

  find(id: number): Promise<StoredEvent | null> {
    return this.database.row(select(EVENT_COLUMNS, sql`from integration_events e where e.id = ${id}`));
  }

  /** Creates one delivery of the event for each integration. */
  fire({ id, projectId, objectKind }: StoredEvent, integrationIds: readonly number[]): Promise<FiredDelivery[]> {
    return this.database.rows(
      returning(
        FIRED_COLUMNS,
        sql`
          insert into deliveries as d (project_id, integration_id, event_id, object_kind, trigger)
          select ${projectId}, each.id, ${id}, ${objectKind}, 'event' from unnest(${[...integrationIds]}::bigint[]) each (id)`,
      ),
    );
  }

  /** Like {@link fire}, but for many events of a project, and without a result. */
  async fireAll(firing: readonly FiringEvent[]): Promise<void> {
    for (let from = 0; from < firing.length; from += AT_ONCE) {
      const some = firing.slice(from, from + AT_ONCE);
      await this.database.runWithNext(sql`
        insert into deliveries (project_id, integration_id, event_id, object_kind, trigger)
        select e.project_id, n.integration_id, e.id, e.object_kind, 'event'
        from unnest(
          ${some.map(({ eventId }) => eventId)}::bigint[], ${some.map(({ integrationId }) => integrationId)}::bigint[]
        ) with ordinality as n (event_id, integration_id, place)
        join integration_events e on e.id = n.event_id
        order by n.place`);
    }
  }

  firedBy(eventId: number): Promise<FiredDelivery[]> {
    return this.database.rows(
      select(FIRED_COLUMNS, sql`from deliveries d where d.event_id = ${eventId} and d.trigger = 'event' order by d.id`),
    );
  }
}
