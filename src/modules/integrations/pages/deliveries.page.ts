import type { Page } from '../../../common/pagination/page.js';
import { button } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { pager } from '../../../platform/views/pager.js';
import { DELIVERY_STATES, DELIVERY_TRIGGERS } from '../records/delivery-state.js';
import type { Delivery } from '../records/delivery.js';
import { deliveriesTable } from './deliveries-table.js';
import { filtered, filtersIn, REDELIVERY_FILTERS, timeFields, wordChoice } from './delivery-filters.js';
import type { ChosenFilters } from './delivery-filters.js';
import {
  deliveriesAddress,
  integrationAddress,
  INTEGRATIONS_TAB,
  redeliveriesAddress,
} from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

/** Deliveries of the kind in the project, newest first. */
export function deliveriesPage(context: KindPageContext, deliveries: Page<Delivery>, chosen: ChosenFilters): Safe {
  const { kind } = context;
  const here = deliveriesAddress(context, kind.slug);
  const again = filtered(redeliveriesAddress(context, kind.slug), filtersIn(chosen, REDELIVERY_FILTERS));
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Deliveries of ${kind.title}` },
    html`<h1>Deliveries of <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      ${filterForm(context, here, chosen)}
      <p class="actions"><a class="button plain" href="${again}">Redeliver many</a></p>
      <div class="card">${deliveriesTable(context, deliveries.items)} ${pager(deliveries, here, chosen)}</div>`,
  );
}

const filterForm = ({ kind }: KindPageContext, here: string, chosen: ChosenFilters): Safe =>
  html`<form class="search" method="get" action="${here}" role="search">
    ${wordChoice('state', 'State', DELIVERY_STATES, chosen)} ${wordChoice('event', 'Event', kind.events, chosen)}
    ${wordChoice('trigger', 'Cause', DELIVERY_TRIGGERS, chosen)} ${timeFields(chosen)} ${button('Filter', 'plain')}
  </form>`;
