import type { PipelineActor, PipelineProject } from '../creation/pipeline-facts.repository.js';
import type { PipelineVariable } from '../pipeline.js';
import type { CiVariable } from '../variables/ci-variable.js';
import type { JobDependency, JobOrder, JobReport } from './job-order.js';

/** All data for the response to a runner, except the commit. */
export interface TakenJob {
  readonly order: JobOrder;
  readonly project: PipelineProject;
  /** Null when the account no longer exists. */
  readonly actor: PipelineActor | null;
  /** Variables of the instance, the groups and the project, the most distant first. */
  readonly kept: readonly CiVariable[];
  /** Variables of the pipeline. */
  readonly own: readonly PipelineVariable[];
  readonly archives: readonly JobDependency[];
  readonly reports: readonly JobReport[];
}

/** Texts that must never appear in the job's log, in addition to its token. */
export const secretsOf = ({ kept }: TakenJob): readonly string[] =>
  kept.filter(({ isMasked }) => isMasked).map(({ value }) => value);

/** Maximum duration of the job on a runner in seconds (contract: triggers §9). */
export const timeoutOf = ({ order, project }: TakenJob, maximum: number | null): number =>
  Math.min(order.timeout ?? project.buildTimeout, maximum ?? Infinity);
