import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';
import { table } from '../../../platform/views/table.js';
import type { Delivery } from '../records/delivery.js';
import { deliveryTag } from './delivery-tag.js';
import { deliveryAddress } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

/** A table of deliveries with their states, or a note that there are none. */
export const deliveriesTable = (context: KindPageContext, deliveries: readonly Delivery[]): Safe =>
  deliveries.length === 0
    ? html`<p class="muted">No deliveries.</p>`
    : table(
        ['Delivery', 'State', 'Event', 'Attempts', 'Answer', 'Created'],
        deliveries.map((delivery) => rowOf(context, delivery)),
      );

const rowOf = (context: KindPageContext, delivery: Delivery): Insert[] => [
  html`<a href="${deliveryAddress(context, delivery.slug, delivery.id)}">#${delivery.id}</a>
    <small>${delivery.trigger}</small>`,
  deliveryTag(delivery.state),
  html`${delivery.event.objectKind.replaceAll('_', ' ')} <small>${seen(delivery.event.ref ?? '')}</small>`,
  delivery.attemptsCount,
  delivery.responseStatus ?? delivery.errorCode ?? '',
  moment(delivery.createdAt),
];
