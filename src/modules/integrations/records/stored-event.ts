import { columnsOf } from '../../../platform/database/columns-of.js';
import { json, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { DeliveryEntity } from './delivery.entity.js';
import type { EventPayload } from './event-payload.js';
import { IntegrationEventEntity } from './integration-event.entity.js';

/** For `integration_events e`. */
export const EVENT_COLUMNS = {
  ...columnsOf(
    IntegrationEventEntity,
    'e',
    'id',
    'uuid',
    'projectId',
    'eventId',
    'objectKind',
    'eventType',
    'ref',
    'createdAt',
  ),
  payload: json<EventPayload>`e.payload`,
};
export type StoredEvent = RowOf<typeof EVENT_COLUMNS>;

/** Columns of the deliveries that an event causes, for `deliveries d`. */
export const FIRED_COLUMNS = {
  ...columnsOf(DeliveryEntity, 'd', 'id', 'state'),
  slug: text`(select i.slug from integrations i where i.id = d.integration_id)`,
};
export type FiredDelivery = RowOf<typeof FIRED_COLUMNS>;
