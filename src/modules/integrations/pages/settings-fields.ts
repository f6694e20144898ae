import { checkbox, choices, field, select, textArea } from '../../../platform/views/forms.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Flag } from '../kinds/flags.js';
import { takesActive } from '../kinds/kind.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Param } from '../kinds/param.js';
import type { SettingsForm } from './settings-form.js';

/** Words with a special spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  iap: 'IAP',
  irc: 'IRC',
  json: 'JSON',
  ssl: 'SSL',
  uri: 'URI',
  url: 'URL',
};

/** Readable form of a name from the API. */
export function labelOf(name: string): string {
  const words = name.split('_').map((word) => SPELLINGS[word] ?? word);
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * A field for each parameter of the kind, and a choice of its flags, generated from its descriptor (contract:
 * integrations §11).
 */
export function settingsFields(kind: IntegrationKind, form: SettingsForm, errors: FieldErrors): Safe[] {
  const shown = kind.params.filter(({ writeOnly }) => !writeOnly);
  const switches = shown.filter(({ type }) => type === 'bool').map(({ name }) => name);
  const flags: readonly (Flag | 'active')[] = [...kind.flags, ...(takesActive(kind) ? (['active'] as const) : [])];
  return [
    ...shown.filter(({ type }) => type !== 'bool').map((param) => fieldOf(param, form, errors[param.name] ?? [])),
    ...(switches.length > 0 ? [choices({ label: 'Options' }, boxesOf(switches, form))] : []),
    ...(flags.length > 0 ? [choices({ label: 'Switches' }, boxesOf(flags, form))] : []),
  ];
}

function fieldOf(param: Param, { values }: SettingsForm, errors: readonly string[]): Safe {
  const { name, type, required, secret } = param;
  const hint = secret
    ? required
      ? 'Secret: enter it with every change.'
      : 'Secret: leave empty to keep it.'
    : undefined;
  const options = {
    name,
    label: labelOf(name),
    errors,
    required,
    ...(hint === undefined ? {} : { hint }),
  };
  const value = secret ? '' : (values.get(name) ?? '');
  if (type === 'word') {
    return select({ ...options, value, options: param.values.map((word) => [word, labelOf(word)] as const) });
  }
  if (type === 'multi' && !secret) {
    return textArea({ ...options, value });
  }
  return secret
    ? field({ ...options, type: 'password', autocomplete: 'new-password' })
    : field({ ...options, value, type: type === 'int' ? 'number' : 'text' });
}

const boxesOf = (names: readonly string[], { values }: SettingsForm): Safe[] =>
  names.map((name) => checkbox({ name, label: labelOf(name), checked: values.get(name) === 'true' }));
