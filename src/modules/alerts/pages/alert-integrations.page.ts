import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fact } from '../../../platform/views/fact.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { button, checkbox, field, form, hidden, select, textArea } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { ALERT_INTEGRATION_TYPES } from '../alert-words.js';
import type { AlertIntegrationView, ListedAlertIntegration } from '../integrations/alert-integration.presenter.js';
import { ALERT_INTEGRATIONS_TAB } from './alert-tabs.js';

/** The field values of the form, as texts. */
export type IntegrationForm = Readonly<Record<(typeof FORM_FIELDS)[number], string>>;
export const FORM_FIELDS = [
  'name',
  'type',
  'active',
  'payload_example',
  'payload_attribute_mappings',
  'signature_required',
  'auto_resolve_after',
] as const;

export const EMPTY_FORM: IntegrationForm = {
  name: '',
  type: 'http',
  active: '1',
  payload_example: '',
  payload_attribute_mappings: '',
  signature_required: '0',
  auto_resolve_after: '',
};

export const hereOf = ({ address }: ProjectPageContext): string => address + ALERT_INTEGRATIONS_TAB.path;

interface Shared {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly errors?: FieldErrors;
}

/** The alert integrations of a project. */
export const integrationsPage = (
  { context }: Pick<Shared, 'context'>,
  found: Page<ListedAlertIntegration>,
  mayChange: boolean,
): Safe =>
  context.page(
    { tab: ALERT_INTEGRATIONS_TAB.name, title: 'Alert integrations' },
    html`<h1>Alert integrations</h1>
      ${mayChange ? html`<p class="actions"><a class="button primary" href="${hereOf(context)}/new">New alert integration</a></p>` : NOTHING}
      <div class="card">
        ${
          found.items.length === 0
            ? html`<p class="muted">No alert integrations yet.</p>`
            : table(
                ['Name', 'Type', 'Active', 'Last alert'],
                found.items.map((one): Insert[] => [
                  html`<a href="${hereOf(context)}/${one.id}">${one.name}</a>`,
                  one.type,
                  one.active ? 'yes' : 'no',
                  one.last_event_at === null ? 'never' : moment(one.last_event_at),
                ]),
              )
        }
        ${pager(found, hereOf(context))}
      </div>`,
  );

export const newIntegrationPage = ({ context, frame, errors = {} }: Shared, values: IntegrationForm): Safe =>
  context.page(
    { tab: ALERT_INTEGRATIONS_TAB.name, title: 'New alert integration' },
    html`<h1>New alert integration</h1>
      <div class="card">
        ${form({ action: hereOf(context), csrfToken: frame.csrfToken }, [
          ...fieldsOf(values, errors, true),
          html`<div class="actions">${button('Save alert integration')}</div>`,
        ])}
      </div>`,
  );

export interface IntegrationFacts extends Shared {
  readonly integration: AlertIntegrationView;
  readonly values: IntegrationForm;
  readonly mayChange: boolean;
  /** One sentence about the action that was just performed. */
  readonly notice?: Insert;
  /** A tested payload and its result. */
  readonly tried?: { readonly payload: string; readonly result: Insert };
}

/** One alert integration: its address, its key for Maintainers, its settings, and a form for test payloads. */
export function integrationPage(facts: IntegrationFacts): Safe {
  const { context, integration, mayChange, notice, values, frame, errors = {} } = facts;
  const here = `${hereOf(context)}/${integration.id}`;
  return context.page(
    { tab: ALERT_INTEGRATIONS_TAB.name, title: integration.name },
    html`<h1>${integration.name}</h1>
      ${notice === undefined ? NOTHING : html`<p class="notice" role="status">${notice}</p>`}
      <div class="card">
        <dl class="facts">
          ${fact('Address', html`<code id="alert-url">${integration.url}</code>`)}
          ${integration.token === undefined ? NOTHING : fact('Key', html`<code id="alert-key">${integration.token}</code>`)}
          ${fact('Type', integration.type)} ${fact('Active', integration.active ? 'yes' : 'no')}
        </dl>
      </div>
      ${
        mayChange
          ? html`<div class="card">
              ${form({ action: here, csrfToken: frame.csrfToken, method: 'patch' }, [
                ...fieldsOf(values, errors, false),
                html`<div class="actions">${button('Save changes')}</div>`,
              ])}
            </div>`
          : NOTHING
      }
      ${testCard(facts, here)} ${mayChange ? dangers(facts, here) : NOTHING}`,
  );
}

function testCard({ frame, tried, errors = {} }: IntegrationFacts, here: string): Safe {
  return html`<div class="card">
    <h2>Try a payload</h2>
    ${form({ action: `${here}/test`, csrfToken: frame.csrfToken }, [
      textArea({
        name: 'payload',
        label: 'Payload',
        value: tried?.payload ?? '',
        errors: errors.payload ?? [],
        hint: 'A JSON object; an example when empty.',
        rows: 8,
      }),
      checkbox({ name: 'dry_run', label: 'Only explain what would become of it', value: 'true' }),
      html`<div class="actions">${button('Send test alert', 'plain')}</div>`,
    ])}
    ${tried === undefined ? NOTHING : tried.result}
  </div>`;
}

const dangers = ({ frame: { csrfToken }, integration }: IntegrationFacts, here: string): Safe =>
  html`<div class="actions">
    ${confirmedForm({
      action: `${here}/reset_token`,
      csrfToken,
      label: 'Reset key',
      question: `Reset the key of ${integration.name}?`,
      consequence: 'The old key is refused at once.',
    })}
    ${confirmedForm({
      action: here,
      method: 'delete',
      csrfToken,
      label: 'Delete',
      question: `Delete ${integration.name}?`,
      consequence: 'Its address takes no more alerts; its alerts stay.',
    })}
  </div>`;

/** An unticked checkbox sends nothing, so the hidden field before it provides the value. */
function fieldsOf(values: IntegrationForm, errors: FieldErrors, isNew: boolean): Safe[] {
  const named = (name: (typeof FORM_FIELDS)[number]) => ({
    name: `integration[${name}]`,
    value: values[name],
    errors: errors[name] ?? [],
  });
  const box = (name: 'active' | 'signature_required', label: string): Safe[] => [
    hidden(`integration[${name}]`, '0'),
    checkbox({ ...named(name), value: '1', label, checked: values[name] === '1' }),
  ];
  return [
    ...formErrors(errors, [...FORM_FIELDS, 'payload']),
    field({ ...named('name'), label: 'Name', required: true }),
    ...(isNew
      ? [
          select({
            ...named('type'),
            label: 'Type',
            options: ALERT_INTEGRATION_TYPES.map((type) => [type, type] as const),
          }),
        ]
      : []),
    ...box('active', 'Active'),
    textArea({ ...named('payload_example'), label: 'Example payload', hint: 'A JSON object that its sender sends.' }),
    textArea({
      ...named('payload_attribute_mappings'),
      label: 'Mapping',
      hint: 'JSON: where the payload has the fields of an alert, such as {"title":{"path":["event","name"]}}.',
    }),
    ...box('signature_required', 'Take signed payloads only'),
    field({ ...named('auto_resolve_after'), label: 'Resolve after seconds without events', inputmode: 'numeric' }),
  ];
}
