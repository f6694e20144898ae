import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { CiJob, JobArtifact } from './ci-job.js';
import { CommitSchema, presentCommit } from '../../repositories/reads/commit.presenter.js';
import { presentPublicUser, PublicUserSchema } from '../../../core/users/user.presenter.js';
import type { User } from '../../../core/users/user.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import { ARCHIVE } from '../artifacts/artifact.js';
import { presentRunnerSummary, RunnerSummarySchema } from './runner-summary.presenter.js';

export const ArtifactSchema = record('JobArtifact', {
  file_type: Type.String(),
  size: Type.Integer(),
  filename: Type.String(),
  file_format: Type.String(),
});

/** Contract: triggers §7. */
export const JobSchema = record('Job', {
  id: Type.Integer(),
  name: Type.String(),
  stage: Type.String(),
  status: Type.String(),
  ref: Type.String(),
  tag: Type.Boolean(),
  coverage: nullable(Type.Number()),
  allow_failure: Type.Boolean(),
  created_at: Time,
  started_at: nullable(Time),
  finished_at: nullable(Time),
  erased_at: nullable(Time),
  duration: nullable(Type.Number()),
  queued_duration: nullable(Type.Number()),
  user: nullable(PublicUserSchema),
  commit: nullable(CommitSchema),
  pipeline: Type.Object({
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
  }),
  failure_reason: Type.Optional(Type.String()),
  web_url: Type.String(),
  project: Type.Object({ ci_job_token_scope_enabled: Type.Boolean() }),
  artifacts: Type.Array(ArtifactSchema),
  artifacts_file: Type.Optional(Type.Object({ filename: Type.String(), size: Type.Integer() })),
  artifacts_expire_at: nullable(Time),
  runner: nullable(RunnerSummarySchema),
  tag_list: Type.Array(Type.String()),
});
export type JobView = Static<typeof JobSchema>;

/** Data of a job that is stored elsewhere. */
export interface JobContext {
  readonly user: User | null;
  readonly commit: Commit | null;
  readonly isTokenScopeOn: boolean;
}

/** The job as lists and single reads show it (contract: triggers §7). */
export function presentJob(job: CiJob, { user, commit, isTokenScopeOn }: JobContext, baseUrl: string): JobView {
  const projectUrl = `${baseUrl}/${job.projectPath}`;
  return {
    id: job.id,
    name: job.name,
    stage: job.stage,
    status: job.status,
    ref: job.ref,
    tag: job.isTag,
    coverage: job.coverage,
    allow_failure: job.allowFailure,
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    erased_at: job.erasedAt,
    duration: job.duration,
    queued_duration: job.queuedDuration,
    user: user && presentPublicUser(user, baseUrl),
    commit: commit && presentCommit(commit, projectUrl),
    pipeline: presentPipelineOf(job, projectUrl),
    ...(job.status === 'failed' ? { failure_reason: job.failureReason ?? 'unknown_failure' } : {}),
    web_url: `${projectUrl}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: isTokenScopeOn },
    artifacts: job.artifacts.map(presentArtifact),
    ...archiveOf(job.artifacts),
    artifacts_expire_at: job.artifactsExpireAt,
    runner: job.runner && presentRunnerSummary(job.runner),
    tag_list: [...job.tags],
  };
}

const presentPipelineOf = (job: CiJob, projectUrl: string): JobView['pipeline'] => ({
  id: job.pipelineId,
  iid: job.pipelineIid,
  project_id: job.projectId,
  sha: job.sha,
  ref: job.ref,
  status: job.pipelineStatus,
  source: job.pipelineSource,
  created_at: job.pipelineCreatedAt,
  updated_at: job.pipelineUpdatedAt,
  web_url: `${projectUrl}/-/pipelines/${job.pipelineId}`,
});

export const presentArtifact = ({ type, format, filename, size }: JobArtifact): Static<typeof ArtifactSchema> => ({
  file_type: type,
  size,
  filename,
  file_format: format,
});

function archiveOf(artifacts: readonly JobArtifact[]): Pick<JobView, 'artifacts_file'> {
  const archive = artifacts.find(({ type }) => type === ARCHIVE);
  return archive ? { artifacts_file: { filename: archive.filename, size: archive.size } } : {};
}
