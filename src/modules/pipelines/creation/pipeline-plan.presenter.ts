import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { JobSummary } from '../definition/evaluation/definition-task.js';
import type { PipelineOrder } from './pipeline-order.js';
import type { PipelinePlan } from './pipeline-plan.js';

/** A job of a definition, and whether a pipeline would have it (contract: triggers §16.5, §16.8). */
export const PlannedJobSchema = record('PlannedJob', {
  name: Type.String(),
  stage: Type.String(),
  when: Type.String(),
  allow_failure: Type.Boolean(),
  needs: nullable(Type.Array(Type.String())),
  tags: Type.Array(Type.String()),
  included: Type.Boolean(),
  rule: nullable(Type.String()),
});
export type PlannedJobView = Static<typeof PlannedJobSchema>;

export const PipelinePlanSchema = record('PipelinePlan', {
  dry_run: Type.Literal(true),
  ref: Type.String(),
  sha: Type.String(),
  source: Type.String(),
  config_path: Type.String(),
  valid: Type.Boolean(),
  errors: Type.Array(Type.String()),
  jobs: Type.Array(PlannedJobSchema),
});
export type PipelinePlanView = Static<typeof PipelinePlanSchema>;

export const presentPlannedJob = (job: JobSummary): PlannedJobView => ({
  name: job.name,
  stage: job.stage,
  when: job.when,
  allow_failure: job.allowFailure,
  needs: job.needs && [...job.needs],
  tags: [...job.tags],
  included: job.isIncluded,
  rule: job.rule,
});

export const presentPipelinePlan = ({
  order,
  plan,
}: {
  readonly order: PipelineOrder;
  readonly plan: PipelinePlan;
}): PipelinePlanView => ({
  dry_run: true,
  ref: plan.ref.name,
  sha: plan.ref.commit.id,
  source: order.source,
  config_path: plan.configPath,
  valid: plan.error === null,
  errors: plan.error === null ? [] : [plan.error],
  jobs: plan.error === null ? plan.summaries.map(presentPlannedJob) : [],
});
