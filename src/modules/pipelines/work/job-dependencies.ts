import type { JobOrder } from './job-order.js';

interface OtherJob {
  readonly id: number;
  readonly name: string;
  readonly stagePosition: number;
}

/**
 * Returns the jobs whose files and reported variables a job receives: by `dependencies`, otherwise by `needs`,
 * otherwise all jobs of earlier stages (contract: triggers §5).
 */
export function jobsTakenFrom<J extends OtherJob>(order: JobOrder, jobs: readonly J[]): readonly J[] {
  const named = namesOf(order);
  const others = jobs.filter(({ id }) => id !== order.id);
  return named
    ? others.filter(({ name }) => named.some((wanted) => name === wanted || isOneOf(name, wanted)))
    : others.filter(({ stagePosition }) => stagePosition < order.stagePosition);
}

export const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];

const namesOf = ({ options, needs }: JobOrder): readonly string[] | null =>
  Array.isArray(options.dependencies)
    ? linesOf(options.dependencies)
    : (needs?.filter(({ artifacts }) => artifacts).map(({ job }) => job) ?? null);

/** `test 2/5` is a copy of `test`. */
const isOneOf = (name: string, wanted: string): boolean =>
  name.startsWith(`${wanted} `) && /^\d+\/\d+$/.test(name.slice(wanted.length + 1));
