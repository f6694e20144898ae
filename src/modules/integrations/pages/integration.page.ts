import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fact } from '../../../platform/views/fact.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, checkbox, form, formAlert, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { isTestable } from '../kinds/kind.js';
import type { Integration } from '../settings/integration.js';
import { statusForm } from './commit-status.page.js';
import { healthTag } from './health-tag.js';
import {
  deliveriesAddress,
  integrationAddress,
  INTEGRATIONS_TAB,
  redeliveriesAddress,
  signingSecretAddress,
} from './integration-addresses.js';
import type { KindPageContext } from './integration-pages.service.js';
import { settingsFields } from './settings-fields.js';
import type { SettingsForm } from './settings-form.js';

export interface IntegrationFacts {
  /** Null before the integration is set up. */
  readonly integration: Integration | null;
  readonly form: SettingsForm;
  readonly frame: Frame;
  readonly errors?: FieldErrors;
}

/** One kind in a project: health, settings and test. */
export function integrationPage(context: KindPageContext, facts: IntegrationFacts): Safe {
  const { kind } = context;
  const { integration, frame } = facts;
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: kind.title },
    html`<h1>${kind.title}</h1>
      ${integration ? healthCard(context, integration) : NOTHING}
      <div class="card">
        <h2>Settings</h2>
        ${settingsForm(context, facts)}
      </div>
      ${integration && isTestable(kind) ? testCard(context, frame) : NOTHING}
      ${integration?.active && kind.status ? statusCard(context, frame) : NOTHING}
      ${integration?.active ? disabling(context, frame) : NOTHING}`,
  );
}

const healthCard = (context: KindPageContext, integration: Integration): Safe =>
  html`<div class="card">
    <h2>Deliveries</h2>
    <dl class="facts">
      ${fact('State', healthTag(integration))}
      ${integration.pausedReason !== null && fact('Paused', integration.pausedReason)}
      ${fact('Failed attempts in a row', integration.consecutiveFailures)}
      ${fact('Last success', timeOf(integration.lastSuccessAt))}
      ${fact('Last failure', timeOf(integration.lastFailureAt))}
      ${fact('Signed', integration.signingSecret === null ? 'no' : 'yes')}
    </dl>
    <div class="actions">
      <a class="button plain" href="${deliveriesAddress(context, integration.slug)}">All deliveries</a>
      ${
        integration.active &&
        html`<a class="button plain" href="${redeliveriesAddress(context, integration.slug)}">Redeliver failed ones</a>`
      }
      ${
        context.kind.transport === 'http' &&
        html`<a class="button plain" href="${signingSecretAddress(context, integration.slug)}">Signing secret</a>`
      }
    </div>
  </div>`;

const timeOf = (iso: string | null): Insert => (iso === null ? 'never' : moment(iso));

const settingsForm = (
  context: KindPageContext,
  { form: values, frame, errors = {}, integration }: IntegrationFacts,
): Safe =>
  form({ action: integrationAddress(context, context.kind.slug), csrfToken: frame.csrfToken }, [
    (errors.base ?? []).map(formAlert),
    ...settingsFields(context.kind, values, errors),
    html`<div class="actions">${button(integration?.active ? 'Save changes' : 'Save and activate')}</div>`,
  ]);

const testCard = (context: KindPageContext, { csrfToken }: Frame): Safe =>
  html`<div class="card">
    <h2>Test</h2>
    ${form({ action: `${integrationAddress(context, context.kind.slug)}/test`, csrfToken }, [
      context.kind.events.length > 0 &&
        select({
          name: 'event',
          label: 'Sample event',
          options: context.kind.events.map((event) => [event, event.replaceAll('_', ' ')] as const),
        }),
      checkbox({ name: 'dry_run', label: 'Only show the request' }),
      html`<div class="actions">${button('Send test', 'plain')}</div>`,
    ])}
  </div>`;

const statusCard = (context: KindPageContext, frame: Frame): Safe =>
  html`<div class="card">
    <h2>Status of a commit</h2>
    ${statusForm(context, { sha: '', ref: context.project.defaultBranch ?? '' }, frame)}
  </div>`;

const disabling = (context: KindPageContext, { csrfToken }: Frame): Safe =>
  html`<div class="actions">
    ${confirmedForm({
      action: integrationAddress(context, context.kind.slug),
      csrfToken,
      method: 'delete',
      label: 'Disable',
      question: `Disable “${context.kind.title}”?`,
      consequence: 'Deliveries that wait are canceled. The settings stay.',
    })}
  </div>`;
