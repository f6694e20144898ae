import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { ShownJob } from '../../pipelines/jobs/ci-job.js';
import { PipelineSchema, presentPipeline } from '../../pipelines/pipeline.presenter.js';
import type { Pipeline, SourceJob } from '../../pipelines/pipeline.js';
import { merged } from '../../../common/wire/wire-types.js';

/** Contract: triggers §16.3. */
export const FollowedPipelineSchema = merged('FollowedPipeline', [
  PipelineSchema,
  Type.Object({
    jobs: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        stage: Type.String(),
        status: Type.String(),
        allow_failure: Type.Boolean(),
      }),
    ),
  }),
]);

/** A pipeline with its jobs, for the token that started it. */
export interface FollowedPipeline {
  readonly pipeline: Pipeline;
  /** The job that started it; null for a trigger token. */
  readonly source: SourceJob | null;
  readonly jobs: readonly ShownJob[];
}

export const presentFollowed = (
  { pipeline, source, jobs }: FollowedPipeline,
  baseUrl: string,
): Static<typeof FollowedPipelineSchema> => ({
  ...presentPipeline(pipeline, { source, isReadable: true }, baseUrl),
  jobs: jobs.map(({ id, name, stage, status, allowFailure }) => ({
    id,
    name,
    stage,
    status,
    allow_failure: allowFailure,
  })),
});
