import type { Fields } from '../fields.js';
import { isText } from '../value.js';

const WITHOUT_EFFECT = ['url', 'action', 'on_stop', 'auto_stop_in', 'deployment_tier', 'kubernetes'];

/**
 * Throws for an environment without a name; returns the locations of keys that have no effect here (contract: triggers
 * §5).
 */
export function refuseBadEnvironment(fields: Fields): readonly string[] {
  const value = fields.value('environment') ?? null;
  if (value === null || isText(value)) {
    return [];
  }
  const own = fields.below('environment', 'a hash or a string');
  own.refuseOthers(['name', ...WITHOUT_EFFECT]);
  if (own.text('name') === null) {
    own.refuse('name', 'a string');
  }
  return WITHOUT_EFFECT.filter((key) => own.has(key)).map((key) => own.at(key));
}
