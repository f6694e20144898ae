import { DefinitionError } from './definition-error.js';
import type { JobDefinition } from './definition.js';
import { namedJobs } from './named-jobs.js';
import type { NamedJobs } from './named-jobs.js';

interface Surroundings {
  readonly stages: readonly string[];
  /** Names of the jobs that follow in the file, from the first that cannot be read. */
  readonly unread: ReadonlySet<string>;
}

/** The jobs that others can name. */
interface KnownJobs {
  has(name: string): boolean;
  /** Undefined also for a job that is not read. */
  positionOf(name: string): number | undefined;
}

/** Throws for a missing stage, and for needs that cannot be met (contract: triggers §5 Errors). */
export function refuseBadOrder(jobs: readonly JobDefinition[], { stages, unread }: Surroundings): void {
  const named = namedJobs(jobs);
  const positions = new Map(stages.map((stage, at) => [stage, at]));
  const known: KnownJobs = {
    has: (name) => named.has(name) || unread.has(name) || unread.has(withoutCopy(name)),
    positionOf: (name) => positions.get(named.get(name)?.definition.stage ?? ''),
  };
  for (const job of jobs) {
    const position = positions.get(job.stage);
    if (position === undefined) {
      const available = stages.join(', ');
      throw new DefinitionError(`${job.name} job: chosen stage does not exist; available stages are ${available}`);
    }
    refuseBadNeeds(job, position, known);
    refuseBadDependencies(job, position, known);
  }
  refuseCircles(jobs, named);
}

function refuseBadNeeds(job: JobDefinition, position: number, known: KnownJobs): void {
  for (const need of job.needs ?? []) {
    if (!need.isOptional && !known.has(need.job)) {
      throw new DefinitionError(`${job.name} job: undefined need: ${need.job}`);
    }
    if ((known.positionOf(need.job) ?? 0) > position) {
      throw new DefinitionError(`${job.name} job: need ${need.job} is not defined in current or prior stages`);
    }
  }
}

/** Throws for a job that depends on files of a job that does not exist or runs later: it would silently get none. */
function refuseBadDependencies({ name, options }: JobDefinition, position: number, known: KnownJobs): void {
  for (const other of options.dependencies ?? []) {
    if (!known.has(other)) {
      throw new DefinitionError(`${name} job: undefined dependency: ${other}`);
    }
    if ((known.positionOf(other) ?? 0) > position) {
      throw new DefinitionError(`${name} job: dependency ${other} is not defined in current or prior stages`);
    }
  }
}

/** `a` for `a 1/2`. */
const withoutCopy = (name: string): string => name.replace(/ \d+\/\d+$/, '');

/**
 * Settles each job once all jobs that it needs are settled; jobs that are never settled are part of a cycle, or need
 * one that is.
 */
function refuseCircles(jobs: readonly JobDefinition[], named: NamedJobs): void {
  const needed = new Map(jobs.map((job) => [job.name, neededBy(job, named)]));
  const left = new Map([...needed].map(([name, needs]) => [name, needs.length]));
  const needing = new Map<string, string[]>();
  for (const [name, needs] of needed) {
    for (const need of needs) {
      const others = needing.get(need);
      if (others) {
        others.push(name);
      } else {
        needing.set(need, [name]);
      }
    }
  }
  const settled = [...left].filter(([, count]) => count === 0).map(([name]) => name);
  for (const name of settled) {
    for (const waiting of needing.get(name) ?? []) {
      const count = (left.get(waiting) ?? 0) - 1;
      left.set(waiting, count);
      if (count === 0) {
        settled.push(waiting);
      }
    }
  }
  if (settled.length < jobs.length) {
    throw new DefinitionError('circular dependency detected in needs');
  }
}

const neededBy = ({ needs }: JobDefinition, named: NamedJobs): readonly string[] => [
  ...new Set((needs ?? []).flatMap(({ job }) => named.get(job)?.definition.name ?? [])),
];
