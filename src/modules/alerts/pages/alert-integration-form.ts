import type { RawParams } from '../../../common/params/form-encoding.js';
import { fieldsIn, textIn } from '../../../platform/views/form-text.js';
import type { AlertIntegrationView } from '../integrations/alert-integration.presenter.js';
import { objectIn } from '../payloads/object-in.js';
import { EMPTY_FORM, FORM_FIELDS } from './alert-integrations.page.js';
import type { IntegrationForm } from './alert-integrations.page.js';

/** Values of empty fields. */
const EMPTY: RawParams = { payload_example: null, payload_attribute_mappings: {}, auto_resolve_after: null };

/** Converts form fields to the parameters of the corresponding REST call; fields that were not sent are absent. */
export function parametersIn(fields: RawParams): RawParams {
  const sent = fieldsIn(fields, 'integration');
  return Object.fromEntries(
    FORM_FIELDS.filter((name) => sent[name] !== undefined).map((name) => [name, valueOf(name, sent[name])]),
  );
}

/** A form can only send a mapping as JSON text (contract: alerts §4). */
function valueOf(name: string, value: RawParams[string]): RawParams[string] {
  if (value === '' && Object.hasOwn(EMPTY, name)) {
    return EMPTY[name];
  }
  return name === 'payload_attribute_mappings' ? (objectIn(value) ?? value) : value;
}

/** The submitted values, for showing the form again. */
export function typedIn(fields: RawParams): IntegrationForm {
  const sent = fieldsIn(fields, 'integration');
  const typed = FORM_FIELDS.map((name) => [name, sent[name] === undefined ? EMPTY_FORM[name] : textIn(sent, name)]);
  return { ...EMPTY_FORM, ...(Object.fromEntries(typed) as Partial<IntegrationForm>) };
}

/** The values of the integration. */
export const formOf = (integration: AlertIntegrationView): IntegrationForm => ({
  name: integration.name,
  type: integration.type,
  active: integration.active ? '1' : '0',
  payload_example: jsonText(integration.payload_example),
  payload_attribute_mappings: jsonText(integration.payload_attribute_mappings),
  signature_required: integration.signature_required ? '1' : '0',
  auto_resolve_after: integration.auto_resolve_after === null ? '' : String(integration.auto_resolve_after),
});

function jsonText(value: unknown): string {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? '' : JSON.stringify(value, null, 2);
}
