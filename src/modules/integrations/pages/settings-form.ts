import type { RawParams } from '../../../common/params/form-encoding.js';
import { textIn } from '../../../platform/views/form-text.js';
import { FLAGS } from '../kinds/flags.js';
import { takesActive } from '../kinds/kind.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Param } from '../kinds/param.js';
import { FLAG_COLUMNS } from '../settings/flag-columns.js';
import type { Integration } from '../settings/integration.js';

/** Content of a kind's form, as text; booleans are `true` and `false`. */
export interface SettingsForm {
  readonly values: ReadonlyMap<string, string>;
}

const defaultsOf = ({ params }: IntegrationKind) =>
  params.flatMap(({ name, default: value }) => (value === null ? [] : [[name, String(value)] as const]));

/** The form for an integration, or for a kind that is not set up yet; without secrets. */
export function formOf(
  kind: IntegrationKind,
  integration: Integration | null,
  sealed: ReadonlyMap<string, string>,
): SettingsForm {
  if (!integration) {
    const flags = FLAGS.map((flag) => [flag, String(!kind.flagsOffAtFirst.includes(flag))] as const);
    return { values: new Map([...flags, ...defaultsOf(kind)]) };
  }
  const flags = Object.entries(FLAG_COLUMNS).map(([flag, column]) => [flag, String(integration[column])] as const);
  const settings = Object.entries(integration.settings).map(([name, value]) => [name, String(value)] as const);
  const active = ['active', String(integration.active)] as const;
  return { values: new Map([...defaultsOf(kind), ...settings, ...sealed, ...flags, active]) };
}

/** The form as it was sent, for showing it again. */
export function formSent(kind: IntegrationKind, sent: RawParams): SettingsForm {
  const values = Object.entries(sent).map(([name, value]) => [name, String(value)] as const);
  return { values: new Map([...defaultsOf(kind), ...values.filter(([, value]) => value !== '')]) };
}

/** The parameters of a PUT: an unticked box is off, an optional secret that is left empty is unchanged. */
export function readForm(kind: IntegrationKind, fields: RawParams): RawParams {
  const boxes = [
    ...kind.params.filter(({ type, writeOnly }) => type === 'bool' && !writeOnly).map(({ name }) => name),
    ...kind.flags,
    ...(takesActive(kind) ? ['active'] : []),
  ];
  const texts = kind.params.filter(
    ({ name, type, writeOnly, secret, required }) =>
      type !== 'bool' && !writeOnly && (!secret || required || textIn(fields, name) !== ''),
  );
  return Object.fromEntries<unknown>([
    ...texts.map((param) => [param.name, textOf(param, fields)] as const),
    ...boxes.map((name) => [name, textIn(fields, name) !== ''] as const),
  ]);
}

/** A default that was only shown is not stored: it may change, and guards look only at values that were set. */
function textOf({ name, default: fallback }: Param, fields: RawParams): string {
  const text = textIn(fields, name);
  return fallback !== null && text === String(fallback) ? '' : text;
}
