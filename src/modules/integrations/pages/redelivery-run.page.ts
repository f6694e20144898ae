import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fact } from '../../../platform/views/fact.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import type { RedeliveryProgress } from '../deliveries/bulk-redelivery.service.js';
import { DELIVERY_STATES } from '../records/delivery-state.js';
import { filtered } from './delivery-filters.js';
import {
  deliveriesAddress,
  integrationAddress,
  INTEGRATIONS_TAB,
  redeliveriesAddress,
  redeliveryAddress,
} from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';

const TONES: Readonly<Record<string, string>> = { finished: 'good', failed: 'bad', canceled: 'warn' };

/** Whether the content of the page will change soon. */
export const isMoving = ({ operation, counts }: RedeliveryProgress): boolean =>
  operation.finishedAt === null || (counts.get('pending') ?? 0) + (counts.get('running') ?? 0) > 0;

/** Progress of a bulk redelivery, and the states of the deliveries that it created. */
export function redeliveryRunPage(context: KindPageContext, progress: RedeliveryProgress, frame: Frame): Safe {
  const { kind } = context;
  const { operation, counts } = progress;
  const sent = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const since = { trigger: 'redelivery', created_after: operation.createdAt };
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Redelivery of ${kind.title}` },
    html`<h1>Redelivery of <a href="${integrationAddress(context, kind.slug)}">${kind.title}</a></h1>
      <div class="card">
        <p>
          <span class="tag ${TONES[operation.state] ?? ''}">${operation.state}</span> since
          ${moment(operation.createdAt)}
        </p>
        <dl class="facts">
          ${fact('Redelivered', sent)}
          ${DELIVERY_STATES.map((state) => counts.has(state) && fact(`Of them ${state}`, counts.get(state) ?? 0))}
        </dl>
        ${operation.error === null ? NOTHING : html`<p class="alert">${operation.error}</p>`}
        ${isMoving(progress) ? html`<p class="muted">This page refreshes every few seconds.</p>` : NOTHING}
        <div class="actions">
          <a class="button plain" href="${filtered(deliveriesAddress(context, kind.slug), since)}"
            >Show the deliveries</a
          >
          <a class="button plain" href="${redeliveriesAddress(context, kind.slug)}">Redeliver more</a>
          ${operation.finishedAt === null ? stopping(context, operation.id, frame) : NOTHING}
        </div>
      </div>`,
  );
}

const stopping = (context: KindPageContext, operationId: string, { csrfToken }: Frame): Safe =>
  confirmedForm({
    action: redeliveryAddress(context, context.kind.slug, operationId),
    csrfToken,
    label: 'Stop',
    question: 'Stop this redelivery?',
    consequence: 'What was sent again stays; nothing more is.',
  });
