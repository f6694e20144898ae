import type { Operation } from '../../../core/operations/operation.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { button, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import type { RedeliveryPreview } from '../deliveries/bulk-redelivery.service.js';
import { FINAL_STATES } from '../records/delivery-state.js';
import { deliveriesTable } from './deliveries-table.js';
import { filtered, timeFields, wordChoice } from './delivery-filters.js';
import type { ChosenFilters } from './delivery-filters.js';
import {
  deliveriesAddress,
  integrationAddress,
  INTEGRATIONS_TAB,
  redeliveriesAddress,
  redeliveryAddress,
} from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

interface RedeliveryFacts {
  readonly preview: RedeliveryPreview;
  readonly chosen: ChosenFilters;
  /** A bulk redelivery that was started before and has not ended. */
  readonly underWay: Operation | null;
  readonly frame: Frame;
}

/** Previews which deliveries would be sent again (contract: integrations §8.6). */
export function redeliveryPage(context: KindPageContext, facts: RedeliveryFacts): Safe {
  const { kind } = context;
  const { preview, chosen, underWay } = facts;
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Redelivery of ${kind.title}` },
    html`<h1>Redelivery of <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      ${
        underWay === null
          ? NOTHING
          : html`<p><a href="${redeliveryAddress(context, kind.slug, underWay.id)}">A redelivery is under way.</a></p>`
      }
      ${filterForm(context, chosen)}
      <div class="card">
        <p>
          <strong>${preview.count}</strong> ${preview.count === 1 ? 'delivery matches' : 'deliveries match'}. The oldest
          are sent first, each once, with the current settings.
        </p>
        ${preview.count === 0 ? NOTHING : start(context, facts)} ${deliveriesTable(context, preview.deliveries)}
        ${
          preview.count > preview.deliveries.length &&
          html`<p class="muted">The oldest ${preview.deliveries.length} are shown.</p>`
        }
      </div>
      <p><a href="${deliveriesAddress(context, kind.slug)}">All deliveries of ${kind.title}</a></p>`,
  );
}

const filterForm = (context: KindPageContext, chosen: ChosenFilters): Safe =>
  html`<form class="search" method="get" action="${redeliveriesAddress(context, context.kind.slug)}" role="search">
    ${select({
      name: 'state',
      label: 'State',
      value: chosen.state ?? 'failed',
      options: FINAL_STATES.map((state) => [state, state] as const),
    })}
    ${wordChoice('event', 'Event', context.kind.events, chosen)} ${timeFields(chosen)} ${button('Preview', 'plain')}
  </form>`;

const start = (context: KindPageContext, { preview: { count }, chosen, frame }: RedeliveryFacts): Safe =>
  html`<div class="actions">
    ${confirmedForm({
      action: filtered(redeliveriesAddress(context, context.kind.slug), chosen),
      csrfToken: frame.csrfToken,
      label: 'Redeliver all',
      tone: 'plain',
      question: `Send ${count === 1 ? 'one delivery' : `${count} deliveries`} again?`,
      consequence: 'Receivers get the same events once more. What was sent cannot be taken back.',
    })}
  </div>`;
