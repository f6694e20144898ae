import type { JobDefinition } from './definition.js';
import type { Fields } from './fields.js';

/**
 * Where `start_in` stands without anything that is delayed. Throws for a rule that delays a job without saying how long,
 * which nothing else says either (contract: triggers §5).
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
