import { DefinitionError } from './definition-error.js';
import type { JobDefinition } from './definition.js';
import { namedJobs } from './named-jobs.js';
import type { NamedJobs } from './named-jobs.js';

/** Throws for a missing stage, and for needs that cannot be met (contract: triggers §5 Errors). */
export function refuseBadOrder(jobs: readonly JobDefinition[], stages: readonly string[]): void {
  const named = namedJobs(jobs);
  const positions = new Map(stages.map((stage, at) => [stage, at]));
  for (const job of jobs) {
    if (!positions.has(job.stage)) {
      const available = stages.join(', ');
      throw new DefinitionError(`${job.name} job: chosen stage does not exist; available stages are ${available}`);
    }
    refuseBadNeeds(job, named, (stage) => positions.get(stage) ?? 0);
    refuseBadDependencies(job, named);
  }
  refuseCircles(jobs, named);
}

function refuseBadNeeds(job: JobDefinition, named: NamedJobs, positionOf: (stage: string) => number): void {
  for (const need of job.needs ?? []) {
    const other = named.get(need.job)?.definition;
    if (!other && !need.isOptional) {
      throw new DefinitionError(`${job.name} job: undefined need: ${need.job}`);
    }
    if (other && positionOf(other.stage) > positionOf(job.stage)) {
      throw new DefinitionError(`${job.name} job: need ${need.job} is not defined in current or prior stages`);
    }
  }
}

/** Throws for a job that depends on files of a job that does not exist: it would silently get none. */
function refuseBadDependencies({ name, options }: JobDefinition, named: NamedJobs): void {
  const missing = options.dependencies?.find((other) => !named.has(other));
  if (missing !== undefined) {
    throw new DefinitionError(`${name} job: undefined dependency: ${missing}`);
  }
}

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
