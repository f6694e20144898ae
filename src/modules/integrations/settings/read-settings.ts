import type { RawParams } from '../../../common/params/form-encoding.js';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import type { Flag } from '../kinds/flags.js';
import { takesActive } from '../kinds/kind.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { bool } from '../kinds/param.js';
import type { Param, SettingValue } from '../kinds/param.js';
import { ACTIVE, BRANCHES_PARAM, ONLY_DEFAULT_BRANCH } from '../kinds/shared-params.js';
import { readValue } from './read-values.js';

/** The settings of a PUT, found well-formed (contract: integrations §3.1). */
export interface SentSettings {
  /** Values by parameter; null resets a parameter, and likewise a flag, to its default. */
  readonly values: ReadonlyMap<string, SettingValue | null>;
  readonly flags: ReadonlyMap<Flag, boolean | null>;
  readonly active: boolean;
}

/**
 * Undeclared names are ignored. Throws 400 for the first required parameter that is missing, otherwise for all errors.
 */
export function readSettings(kind: IntegrationKind, sent: RawParams): SentSettings {
  const errors = new ValidationErrors();
  kind.params
    .filter(({ name, required }) => required && (sent[name] ?? null) === null)
    .forEach(({ name }) => {
      errors.lacks(name);
    });
  const values = readAll(kind.params, sent, errors);
  const flags = new Map(
    kind.flags.flatMap((flag) => {
      const value = readAll([bool(flag)], sent, errors).get(flag);
      return typeof value === 'boolean' || value === null ? [[flag, value] as const] : [];
    }),
  );
  errors.refuseAny();
  const active = !takesActive(kind) || values.get(ACTIVE.name) === true;
  values.delete(ACTIVE.name);
  return { values: withBranches(values), flags, active };
}

function readAll(params: readonly Param[], sent: RawParams, errors: ValidationErrors) {
  const values = new Map<string, SettingValue | null>();
  for (const param of params.filter(({ name }) => sent[name] !== undefined)) {
    const read = readValue(param, sent[param.name]);
    if ('error' in read) {
      errors.about(param.name, read.error);
    } else {
      values.set(param.name, read.value);
    }
  }
  return values;
}

/** The deprecated switch applies if no branches were sent (contract: integrations §3.2). */
function withBranches(values: ReadonlyMap<string, SettingValue | null>): ReadonlyMap<string, SettingValue | null> {
  const { [ONLY_DEFAULT_BRANCH]: onlyDefault, ...kept } = Object.fromEntries(values);
  const says = typeof onlyDefault === 'boolean' && !values.has(BRANCHES_PARAM);
  return new Map(Object.entries(says ? { ...kept, [BRANCHES_PARAM]: onlyDefault ? 'default' : 'all' } : kept));
}
