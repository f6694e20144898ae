import { FLAGS, PROPERTY_FLAGS } from '../kinds/flags.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { SettingValue } from '../kinds/param.js';
import type { Settings } from '../kinds/step.js';
import { FLAG_COLUMNS } from '../settings/flag-columns.js';
import type { Integration } from '../settings/integration.js';

/** Settings as plans read them: values of parameters with their defaults, secrets, and flags by name. */
export function settingsOf(
  kind: IntegrationKind,
  integration: Integration,
  secrets: ReadonlyMap<string, string>,
): Settings {
  const defaults = kind.params.flatMap(({ name, default: value }): [string, SettingValue][] =>
    value === null ? [] : [[name, value]],
  );
  const flags = [...FLAGS, ...PROPERTY_FLAGS].map((name) => [name, integration[FLAG_COLUMNS[name]]] as const);
  return new Map<string, SettingValue>([...defaults, ...Object.entries(integration.settings), ...secrets, ...flags]);
}
