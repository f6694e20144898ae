import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { jsonObject, text } from '../../../platform/database/typed-sql.js';
import { DeliveryEntity } from './delivery.entity.js';
import { IntegrationEventEntity } from './integration-event.entity.js';

const event = columnsOf(IntegrationEventEntity, 'e');

/** Columns of a delivery in the log, for `deliveries d` with {@link DELIVERY_JOINS}. */
export const DELIVERY_COLUMNS = {
  ...columnsOf(
    DeliveryEntity,
    'd',
    'id',
    'uuid',
    'integrationId',
    'trigger',
    'redeliveryOf',
    'state',
    'attemptsCount',
    'nextAttemptAt',
    'createdAt',
    'startedAt',
    'finishedAt',
    'durationMs',
    'responseStatus',
    'errorCode',
    'error',
  ),
  slug: text`i.slug`,
  event: jsonObject({
    id: event.id,
    uuid: event.uuid,
    objectKind: event.objectKind,
    eventType: event.eventType,
    ref: event.ref,
  }),
};

export const DELIVERY_JOINS = sql`
  join integrations i on i.id = d.integration_id join integration_events e on e.id = d.event_id`;
