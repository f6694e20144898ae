import { DefinitionError } from './definition-error.js';
import type { JobDefinition } from './definition.js';

/** Throws for a stage that is missing, and for needs that cannot be met (contract: triggers §5 Errors). */
export function refuseBadOrder(jobs: readonly JobDefinition[], stages: readonly string[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (const job of jobs) {
    if (!stages.includes(job.stage)) {
      const available = stages.join(', ');
      throw new DefinitionError(`${job.name} job: chosen stage does not exist; available stages are ${available}`);
    }
    refuseBadNeeds(job, byName, stages);
  }
  refuseCircles(jobs, byName);
}

function refuseBadNeeds(
  job: JobDefinition,
  byName: ReadonlyMap<string, JobDefinition>,
  stages: readonly string[],
): void {
  for (const need of job.needs ?? []) {
    const other = byName.get(need.job);
    if (!other && !need.isOptional) {
      throw new DefinitionError(`${job.name} job: undefined need: ${need.job}`);
    }
    if (other && stages.indexOf(other.stage) > stages.indexOf(job.stage)) {
      throw new DefinitionError(`${job.name} job: need ${need.job} is not defined in current or prior stages`);
    }
  }
}

/** Takes away, again and again, the jobs whose needs are all taken away; what stays goes in a circle. */
function refuseCircles(jobs: readonly JobDefinition[], byName: ReadonlyMap<string, JobDefinition>): void {
  const settled = new Set<string>();
  let waiting = jobs;
  for (;;) {
    const next = waiting.filter((job) =>
      (job.needs ?? []).some(({ job: name }) => byName.has(name) && !settled.has(name)),
    );
    if (next.length === 0) {
      return;
    }
    if (next.length === waiting.length) {
      throw new DefinitionError('circular dependency detected in needs');
    }
    waiting.filter((job) => !next.includes(job)).forEach((job) => settled.add(job.name));
    waiting = next;
  }
}
