import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../core/users/user.presenter.js';
import type { Pipeline, SourceJob } from './pipeline.js';
import { DetailedStatusSchema, presentStatus } from './processing/status.presenter.js';

/** A pipeline in lists (contract: triggers §4). */
export const PipelineSummarySchema = record('PipelineSummary', {
  id: Type.Integer(),
  iid: Type.Integer(),
  project_id: Type.Integer(),
  sha: Type.String(),
  ref: Type.String(),
  status: Type.String(),
  source: Type.String(),
  created_at: Time,
  updated_at: Time,
  web_url: Type.String(),
  name: nullable(Type.String()),
});
export type PipelineSummaryView = Static<typeof PipelineSummarySchema>;

/** A pipeline in single reads (contract: triggers §4). */
export const PipelineSchema = merged('Pipeline', [
  PipelineSummarySchema,
  Type.Object({
    before_sha: Type.String(),
    tag: Type.Boolean(),
    yaml_errors: nullable(Type.String()),
    user: nullable(BasicUserSchema),
    started_at: nullable(Time),
    finished_at: nullable(Time),
    committed_at: Type.Null(),
    duration: nullable(Type.Integer()),
    queued_duration: nullable(Type.Integer()),
    coverage: nullable(Type.String()),
    detailed_status: DetailedStatusSchema,
    source_pipeline: nullable(
      Type.Object({ project_id: Type.Integer(), pipeline_id: Type.Integer(), job_id: Type.Integer() }),
    ),
  }),
]);
export type PipelineView = Static<typeof PipelineSchema>;

const COVERAGE_DIGITS = 2;

export const presentPipelineSummary = (pipeline: Pipeline, baseUrl: string): PipelineSummaryView => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.projectId,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: pipeline.status,
  source: pipeline.source,
  created_at: pipeline.createdAt,
  updated_at: pipeline.updatedAt,
  web_url: `${baseUrl}${pathOf(pipeline)}`,
  name: pipeline.name,
});

/**
 * `source` is what the viewer may know about the job that started the pipeline; `isReadable` tells whether they may
 * read the pipeline.
 */
export const presentPipeline = (
  pipeline: Pipeline,
  { source, isReadable }: { readonly source: SourceJob | null; readonly isReadable: boolean },
  baseUrl: string,
): PipelineView => ({
  ...presentPipelineSummary(pipeline, baseUrl),
  before_sha: pipeline.beforeSha,
  tag: pipeline.isTag,
  yaml_errors: pipeline.yamlErrors,
  user: pipeline.user && presentBasicUser(pipeline.user, baseUrl),
  started_at: pipeline.startedAt,
  finished_at: pipeline.finishedAt,
  committed_at: null,
  duration: pipeline.duration,
  queued_duration: pipeline.queuedDuration,
  coverage: pipeline.coverage === null ? null : pipeline.coverage.toFixed(COVERAGE_DIGITS),
  detailed_status: presentStatus(pipeline.status, {
    hasWarnings: pipeline.hasWarnings,
    detailsPath: pathOf(pipeline),
    hasDetails: isReadable,
  }),
  source_pipeline: source && { project_id: source.projectId, pipeline_id: source.pipelineId, job_id: source.jobId },
});

const pathOf = ({ projectPath, id }: Pipeline): string => `/${projectPath}/-/pipelines/${id}`;
