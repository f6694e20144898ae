import { fact } from '../../../platform/views/fact.js';
import { button, form } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';
import type { LoggedDelivery } from '../deliveries/delivery.presenter.js';
import { isFinal } from '../records/delivery.js';
import type { Delivery } from '../records/delivery.js';
import type { LoggedAttempt } from '../records/logged-attempt.js';
import type { StepLog } from '../records/step-log.js';
import { deliveryTag } from './delivery-tag.js';
import { deliveriesAddress, deliveryAddress, INTEGRATIONS_TAB } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';
import { headersText, sentCall } from './sent-step.js';

/** A delivery with all attempts, and what was sent and received. */
export function deliveryPage(
  context: KindPageContext,
  { delivery, payload, attempts }: LoggedDelivery,
  frame: Frame,
): Safe {
  const { kind } = context;
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Delivery #${delivery.id}` },
    html`<h1>Delivery #${delivery.id}</h1>
      <div class="card">
        ${factsOf(context, delivery)}
        ${
          (isFinal(delivery) || delivery.state === 'retrying') &&
          form(
            { action: deliveryAddress(context, kind.slug, delivery.id), csrfToken: frame.csrfToken, className: '' },
            [button('Redeliver', 'plain')],
          )
        }
      </div>
      ${attempts.map(attemptCard)}
      <div class="card">
        <h2>Event</h2>
        <pre class="log">${JSON.stringify(payload, null, 2)}</pre>
      </div>
      <p><a href="${deliveriesAddress(context, kind.slug)}">All deliveries of ${kind.title}</a></p>`,
  );
}

const factsOf = (context: KindPageContext, delivery: Delivery): Safe =>
  html`<dl class="facts">
    ${fact('State', deliveryTag(delivery.state))}
    ${delivery.errorCode !== null && fact('Error', `${delivery.errorCode} ${delivery.error ?? ''}`.trim())}
    ${fact('Event', html`${delivery.event.eventType} <small>${seen(delivery.event.ref ?? '')}</small>`)}
    ${fact('Id', html`<code>${delivery.uuid}</code>`)} ${fact('Cause', causeOf(context, delivery))}
    ${fact('Created', moment(delivery.createdAt))}
    ${delivery.nextAttemptAt !== null && fact('Next attempt', moment(delivery.nextAttemptAt))}
  </dl>`;

const causeOf = (context: KindPageContext, { trigger, redeliveryOf, slug }: Delivery): Insert =>
  redeliveryOf === null
    ? trigger
    : html`redelivery of <a href="${deliveryAddress(context, slug, redeliveryOf)}">#${redeliveryOf}</a>`;

const attemptCard = ({ number, startedAt, durationMs, outcome, steps }: LoggedAttempt): Safe =>
  html`<div class="card">
    <h2>Attempt ${number} ${deliveryTag(outcome)}</h2>
    <p class="muted">${moment(startedAt)}, ${durationMs} ms</p>
    ${steps.map(stepPart)}
  </div>`;

const stepPart = (step: StepLog): Safe =>
  html`<h3>${step.key}</h3>
    ${sentCall({ method: step.method, url: step.url, headers: step.requestHeaders, body: step.requestBody })}
    ${
      step.responseStatus !== null &&
      html`<p>
        Answer <strong>${step.responseStatus}</strong> from ${step.remoteAddress ?? ''} in ${step.durationMs} ms
      </p>`
    }
    ${headersText(step.responseHeaders)}
    ${step.responseBody !== null && step.responseBody !== '' && html`<pre class="log">${step.responseBody}</pre>`}
    ${step.truncated && html`<p class="muted">The answer was cut.</p>`}
    ${step.error !== null && html`<p class="error">${step.errorCode ?? ''}: ${step.error}</p>`}`;
