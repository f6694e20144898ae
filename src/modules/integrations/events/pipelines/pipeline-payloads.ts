import type { Pipeline, SourceJob } from '../../../pipelines/pipeline.js';
import { statusLabel } from '../../../pipelines/processing/status.presenter.js';
import { isObject, textIn, toJson } from '../../planning/json.js';
import type { EventPayload } from '../../records/event-payload.js';
import type { EventOrigin } from '../normalise-event.js';
import type { JobFacts } from './job-facts.repository.js';

/** Data from which the events of a pipeline and its jobs are built. */
export interface PipelineFacts {
  readonly origin: EventOrigin;
  readonly webUrl: string;
  readonly pipeline: Pipeline;
  readonly commit: EventPayload;
}

/** The payload of a pipeline event (contract: integrations §4.2). */
export function pipelinePayload(
  { origin, webUrl, pipeline, commit }: PipelineFacts,
  jobs: readonly JobFacts[],
  { source, variableKeys }: { readonly source: SourceJob | null; readonly variableKeys: readonly string[] },
): EventPayload {
  return {
    object_kind: 'pipeline',
    event_type: 'pipeline',
    object_attributes: {
      id: pipeline.id,
      iid: pipeline.iid,
      name: pipeline.name,
      ref: pipeline.ref,
      tag: pipeline.isTag,
      sha: pipeline.sha,
      before_sha: pipeline.beforeSha,
      source: pipeline.source,
      status: pipeline.status,
      detailed_status: statusLabel(pipeline.status, pipeline.hasWarnings),
      stages: [...new Set(jobs.map(({ stage }) => stage))],
      created_at: pipeline.createdAt,
      finished_at: pipeline.finishedAt,
      duration: pipeline.duration,
      queued_duration: pipeline.queuedDuration,
      variables: variableKeys.map((key) => ({ key })),
      yaml_errors: pipeline.yamlErrors,
      url: `${webUrl}/-/pipelines/${pipeline.id}`,
    },
    merge_request: null,
    user: origin.user,
    project_id: origin.project.id ?? null,
    project: origin.project,
    repository: origin.repository,
    commit,
    source_pipeline: source && {
      project: { id: source.projectId },
      pipeline_id: source.pipelineId,
      job_id: source.jobId,
    },
    builds: jobs.map(buildPart),
  };
}

const buildPart = (job: JobFacts): EventPayload => ({
  id: job.id,
  stage: job.stage,
  name: job.name,
  status: job.status,
  created_at: job.createdAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
  duration: job.duration,
  queued_duration: job.queuedDuration,
  failure_reason: job.failureReason,
  when: job.runWhen,
  manual: job.runWhen === 'manual',
  allow_failure: job.allowFailure,
  retried: job.isRetried,
  user: userPart(job),
  runner: runnerPart(job),
  artifacts_file: { filename: job.archive?.filename ?? null, size: job.archive?.size ?? null },
  environment: environmentPart(job),
});

const userPart = ({ user }: JobFacts): EventPayload | null => user && { ...user, avatar_url: null };

const runnerPart = ({ runner }: JobFacts): EventPayload | null =>
  runner && {
    id: runner.id,
    description: runner.description,
    active: !runner.isPaused,
    runner_type: runner.type,
    is_shared: runner.type === 'instance_type',
  };

/** The environment from the job's definition; the default action is `start`. */
function environmentPart({ environment }: JobFacts): EventPayload | null {
  const said = toJson(environment);
  const members = isObject(said) ? said : { name: said };
  const name = textIn(members, 'name');
  const tier = textIn(members, 'deployment_tier');
  return name === ''
    ? null
    : { name, action: textIn(members, 'action') || 'start', deployment_tier: tier === '' ? null : tier };
}

/**
 * The payload of a build event. Members about the job have prefixed names, because receivers expect them (contract:
 * integrations §4.2).
 */
export const buildPayload = ({ origin, webUrl, pipeline, commit }: PipelineFacts, job: JobFacts): EventPayload => ({
  object_kind: 'build',
  event_type: 'build',
  ref: pipeline.ref,
  tag: pipeline.isTag,
  before_sha: pipeline.beforeSha,
  sha: pipeline.sha,
  build_id: job.id,
  build_name: job.name,
  build_stage: job.stage,
  build_status: job.status,
  build_created_at: job.createdAt,
  build_started_at: job.startedAt,
  build_finished_at: job.finishedAt,
  build_duration: job.duration,
  build_queued_duration: job.queuedDuration,
  build_allow_failure: job.allowFailure,
  build_failure_reason: job.failureReason,
  build_url: `${webUrl}/-/jobs/${job.id}`,
  pipeline_id: pipeline.id,
  project_id: origin.project.id ?? null,
  project_name: origin.project.path_with_namespace ?? null,
  user: userPart(job) ?? origin.user,
  commit,
  repository: origin.repository,
  project: origin.project,
  runner: runnerPart(job),
  environment: environmentPart(job),
});

/** The payload of an archive_trace event (contract: integrations §4.2). */
export const tracePayload = ({ origin, webUrl, pipeline }: PipelineFacts, { id, name }: JobFacts): EventPayload => ({
  object_kind: 'archive_trace',
  event_type: 'archive_trace',
  trace_url: `${webUrl}/-/jobs/${id}/raw`,
  build_id: id,
  build_name: name,
  pipeline_id: pipeline.id,
  project_id: origin.project.id ?? null,
  project: origin.project,
  repository: origin.repository,
  user: origin.user,
});
