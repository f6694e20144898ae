import type { Page } from '../../../common/pagination/page.js';
import { button, select } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { seen } from '../../../platform/views/source-text.js';
import { table } from '../../../platform/views/table.js';
import { DELIVERY_STATES, DELIVERY_TRIGGERS } from '../records/delivery.js';
import type { Delivery } from '../records/delivery.js';
import type { ChosenFilters } from './delivery-filters.js';
import { deliveryTag } from './delivery-tag.js';
import { deliveriesAddress, deliveryAddress, integrationAddress, INTEGRATIONS_TAB } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

/** What the kind was sent in the project, the newest first. */
export function deliveriesPage(context: KindPageContext, deliveries: Page<Delivery>, chosen: ChosenFilters): Safe {
  const { kind } = context;
  const here = deliveriesAddress(context, kind.slug);
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Deliveries of ${kind.title}` },
    html`<h1>Deliveries of <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      ${filterForm(context, here, chosen)}
      <div class="card">
        ${
          deliveries.items.length === 0
            ? html`<p class="muted">No deliveries.</p>`
            : table(
                ['Delivery', 'State', 'Event', 'Attempts', 'Answer', 'Created'],
                deliveries.items.map((delivery) => rowOf(context, delivery)),
              )
        }
        ${pager(deliveries, here, chosen)}
      </div>`,
  );
}

const filterForm = ({ kind }: KindPageContext, here: string, chosen: ChosenFilters): Safe =>
  html`<form class="search" method="get" action="${here}" role="search">
    ${choice('state', 'State', DELIVERY_STATES, chosen)} ${choice('event', 'Event', kind.events, chosen)}
    ${choice('trigger', 'Cause', DELIVERY_TRIGGERS, chosen)} ${button('Filter', 'plain')}
  </form>`;

const choice = (name: string, label: string, words: readonly string[], chosen: ChosenFilters): Safe =>
  select({
    name,
    label,
    value: chosen[name] ?? '',
    options: [['', 'Any'], ...words.map((word) => [word, word.replaceAll('_', ' ')] as const)],
  });

const rowOf = (context: KindPageContext, delivery: Delivery): Insert[] => [
  html`<a href="${deliveryAddress(context, delivery.slug, delivery.id)}">#${delivery.id}</a>
    <small>${delivery.trigger}</small>`,
  deliveryTag(delivery.state),
  html`${delivery.event.objectKind.replaceAll('_', ' ')} <small>${seen(delivery.event.ref ?? '')}</small>`,
  delivery.attemptsCount,
  delivery.responseStatus ?? delivery.errorCode ?? '',
  moment(delivery.createdAt),
];
