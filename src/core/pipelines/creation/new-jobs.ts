import type { JobNeed, NewJob } from '../ci-job.js';
import type { JobDefinition } from '../definition/definition.js';
import type { JudgedJob } from '../definition/selection.js';
import { layered } from '../definition/selection.js';

/** The jobs of a pipeline: those that are included, each as often as it runs in parallel (contract: triggers §5). */
export function newJobs(judged: readonly JudgedJob[], stages: readonly string[], isProtected: boolean): NewJob[] {
  const included = judged.filter(({ isIncluded }) => isIncluded);
  const names = new Map(included.map(({ definition }) => [definition.name, namesOf(definition)]));
  return included.flatMap((job) =>
    namesOf(job.definition).map((name, index) => ({
      ...newJob(job, stages, names),
      name,
      variables: Object.fromEntries(layered(job.variables, nodeVariables(job.definition, index))),
      isProtected,
    })),
  );
}

const namesOf = ({ name, parallel }: JobDefinition): readonly string[] =>
  parallel === null ? [name] : Array.from({ length: parallel }, (_, at) => `${name} ${at + 1}/${parallel}`);

const nodeVariables = ({ parallel }: JobDefinition, index: number): ReadonlyMap<string, string> =>
  parallel === null
    ? new Map()
    : new Map([
        ['CI_NODE_INDEX', String(index + 1)],
        ['CI_NODE_TOTAL', String(parallel)],
      ]);

function newJob(
  { definition, when, allowFailure, startIn }: JudgedJob,
  stages: readonly string[],
  names: ReadonlyMap<string, readonly string[]>,
): Omit<NewJob, 'name' | 'variables' | 'isProtected'> {
  return {
    stage: definition.stage,
    stagePosition: stages.indexOf(definition.stage),
    status: 'created',
    when,
    startIn,
    allowFailure: allowFailure === true,
    allowedExitCodes: typeof allowFailure === 'boolean' ? null : allowFailure.exitCodes,
    needs: needsOf(definition, names),
    tags: definition.tags,
    options: definition.options,
    timeout: definition.timeout,
    retryMax: definition.retry.max,
    retryWhen: definition.retry.when,
    isInterruptible: definition.isInterruptible,
    coveragePattern: definition.coverage,
  };
}

/** What is needed and not in the pipeline was optional, or the file would have been refused. */
const needsOf = ({ needs }: JobDefinition, names: ReadonlyMap<string, readonly string[]>): readonly JobNeed[] | null =>
  needs?.flatMap(({ job, artifacts }) => (names.get(job) ?? []).map((name) => ({ job: name, artifacts }))) ?? null;
