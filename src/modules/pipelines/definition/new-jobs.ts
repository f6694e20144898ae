import type { PlannedJob } from '../jobs/ci-job.js';
import type { JobDefinition, JobNeed } from './definition.js';
import { DefinitionError } from './definition-error.js';
import { namedJobs, namesOf } from './named-jobs.js';
import type { NamedJobs } from './named-jobs.js';
import type { EvaluatedJob } from './selection.js';
import { MAX_EXPANDED_BYTES } from './weight.js';

interface Pipeline {
  readonly named: NamedJobs;
  readonly positions: ReadonlyMap<string, number>;
}

/**
 * Returns the jobs of a pipeline: the included jobs with all their parallel copies. Throws when the variables and
 * options, which each copy stores, are too large together (contract: triggers §5).
 */
export function newJobs(checked: readonly EvaluatedJob[], stages: readonly string[]): PlannedJob[] {
  const included = checked.filter(({ isIncluded }) => isIncluded);
  const pipeline = {
    named: namedJobs(included.map(({ definition }) => definition)),
    positions: new Map(stages.map((stage, at) => [stage, at])),
  };
  let bytes = 0;
  return included.flatMap((job) => {
    const variables = new Map(job.variables.flatMap((layer) => [...layer]));
    const planned = plannedJob(job, pipeline);
    return namesOf(job.definition).map((name, index) => {
      const text = JSON.stringify(Object.fromEntries([...variables, ...nodeVariables(job.definition, index)]));
      bytes += text.length + planned.options.length;
      if (bytes > MAX_EXPANDED_BYTES) {
        throw new DefinitionError(`the jobs of the pipeline expand to more than ${MAX_EXPANDED_BYTES} bytes`);
      }
      return { ...planned, name, variables: text };
    });
  });
}

const nodeVariables = ({ parallel }: JobDefinition, index: number): ReadonlyMap<string, string> =>
  parallel === null
    ? new Map()
    : new Map([
        ['CI_NODE_INDEX', String(index + 1)],
        ['CI_NODE_TOTAL', String(parallel)],
      ]);

function plannedJob(
  { definition, when, allowFailure, startIn }: EvaluatedJob,
  { named, positions }: Pipeline,
): Omit<PlannedJob, 'name' | 'variables'> {
  return {
    stage: definition.stage,
    stagePosition: positions.get(definition.stage) ?? 0,
    when,
    startIn,
    allowFailure: allowFailure === true,
    allowedExitCodes: typeof allowFailure === 'boolean' ? null : allowFailure.exitCodes,
    needs: needsOf(definition, named),
    tags: definition.tags,
    options: JSON.stringify(definition.options),
    timeout: definition.timeout,
    retryMax: definition.retry.max,
    retryWhen: definition.retry.when,
    isInterruptible: definition.isInterruptible,
    coveragePattern: definition.coverage,
  };
}

/** A needed job that is not in the pipeline is optional: otherwise the definition would have been rejected. */
const needsOf = ({ needs }: JobDefinition, named: NamedJobs): readonly JobNeed[] | null =>
  needs?.flatMap(({ job, artifacts }) => (named.get(job)?.names ?? []).map((name) => ({ job: name, artifacts }))) ??
  null;
