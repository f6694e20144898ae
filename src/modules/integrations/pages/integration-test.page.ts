import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { RenderedStep } from '../planning/rendered-step.js';
import { integrationAddress, INTEGRATIONS_TAB } from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';
import { sentCall } from './sent-step.js';

/** Shows what a test would send. */
export const testPreviewPage = (context: KindPageContext, steps: readonly RenderedStep[]): Safe =>
  context.page(
    { tab: INTEGRATIONS_TAB.name, title: `Test of ${context.kind.title}` },
    html`<h1>Test of ${context.kind.title}</h1>
      <p class="muted">Nothing was sent. These are the first calls; others may follow from their answers.</p>
      ${steps.map(
        (step) =>
          html`<div class="card">
            <h2>${step.key}</h2>
            ${sentCall(step)}
          </div>`,
      )}
      <p><a href="${integrationAddress(context, context.kind.slug)}">Back to the integration</a></p>`,
  );
