import type { PipelineActor, PipelineProject } from '../creation/pipeline-facts.repository.js';
import type { PipelineVariable } from '../pipeline.js';
import type { CiVariable } from '../variables/ci-variable.js';
import type { JobDependency, JobOrder, JobReport } from './job-order.js';

/** All that the answer to a runner is made of, but for the commit. */
export interface TakenJob {
  readonly order: JobOrder;
  readonly project: PipelineProject;
  /** Null when the account is gone. */
  readonly actor: PipelineActor | null;
  /** Of the instance, the groups and the project, the farthest first. */
  readonly kept: readonly CiVariable[];
  /** Of the pipeline. */
  readonly own: readonly PipelineVariable[];
  readonly archives: readonly JobDependency[];
  readonly reports: readonly JobReport[];
}

/** Texts that never stand in the job's log, beside its token. */
export const secretsOf = ({ kept }: TakenJob): readonly string[] =>
  kept.filter(({ isMasked }) => isMasked).map(({ value }) => value);

/** Seconds that the job may run on a runner (contract: triggers §9). */
export const timeoutOf = ({ order, project }: TakenJob, maximum: number | null): number =>
  Math.min(order.timeout ?? project.buildTimeout, maximum ?? Infinity);
