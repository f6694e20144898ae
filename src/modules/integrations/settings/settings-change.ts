import type { Flag } from '../kinds/flags.js';
import { PROPERTY_FLAGS } from '../kinds/flags.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { SIGNING_SECRET } from '../kinds/kind.js';
import type { SettingValue } from '../kinds/param.js';
import { FLAG_COLUMNS } from './flag-columns.js';
import type { FlagColumn } from './flag-columns.js';

interface Change {
  /** Null resets a parameter or a flag. */
  readonly values: ReadonlyMap<string, SettingValue | null>;
  readonly flags: ReadonlyMap<Flag, boolean | null>;
}

interface Before {
  readonly stored: ReadonlyMap<string, SettingValue>;
  readonly isNew: boolean;
}

/**
 * Returns the columns of an integration after a change; parameters that were not sent keep their values (contract:
 * integrations §3.1).
 */
export function changeOf(kind: IntegrationKind, { values, flags }: Change, { stored, isNew }: Before) {
  const after = new Map([...stored, ...values]);
  const isSecret = new Map(kind.params.map(({ name, secret, sealed }) => [name, secret || sealed]));
  const isOwn = (name: string): boolean => name !== SIGNING_SECRET && !isPropertyFlag(name) && isSecret.has(name);
  const kept = [...after].flatMap(([name, value]) => (value !== null && isOwn(name) ? [[name, value] as const] : []));
  return {
    settings: Object.fromEntries(kept.filter(([name]) => isSecret.get(name) === false)),
    secrets: Object.fromEntries(kept.filter(([name]) => isSecret.get(name) === true)),
    signingSecret: signingSecretOf(values.get(SIGNING_SECRET)),
    ...flagColumns(kind, { values, flags }, isNew),
  };
}

const isPropertyFlag = (name: string): boolean => PROPERTY_FLAGS.some((flag) => flag === name);

function signingSecretOf(sent: SettingValue | null | undefined): string | null | undefined {
  return typeof sent === 'string' || sent === null ? sent : undefined;
}

function flagColumns(kind: IntegrationKind, { values, flags }: Change, isNew: boolean) {
  const columns: Partial<Record<FlagColumn, boolean>> = {};
  for (const flag of isNew ? kind.flagsOffAtFirst : []) {
    columns[FLAG_COLUMNS[flag]] = false;
  }
  for (const [flag, value] of flags) {
    columns[FLAG_COLUMNS[flag]] = value ?? !kind.flagsOffAtFirst.includes(flag);
  }
  for (const flag of PROPERTY_FLAGS.filter((name) => values.has(name))) {
    columns[FLAG_COLUMNS[flag]] = values.get(flag) === true;
  }
  return columns;
}
