import type { JobDefinition } from './definition.js';
import type { Fields } from './fields.js';

/**
 * Returns the locations of `start_in` where nothing is delayed. Throws for a rule that delays a job when neither the
 * rule nor the job sets the delay (contract: triggers §5).
 */
export function idleDelays(
  fields: Fields,
  { when, startIn, rules }: Pick<JobDefinition, 'when' | 'startIn' | 'rules'>,
): readonly string[] {
  const ruled = (rules ?? []).map((rule) => ({ ...rule, isDelayed: (rule.when ?? when) === 'delayed' }));
  const isDelayed = when === 'delayed' || ruled.some((rule) => rule.isDelayed);
  if (startIn === null && ruled.some((rule) => rule.isDelayed && rule.startIn === null)) {
    return fields.refuse('rules:start_in', 'a duration');
  }
  return [
    ...(startIn !== null && !isDelayed ? [`${fields.location}:start_in`] : []),
    ...(ruled.some((rule) => rule.startIn !== null && !rule.isDelayed) ? [`${fields.location}:rules:start_in`] : []),
  ];
}
