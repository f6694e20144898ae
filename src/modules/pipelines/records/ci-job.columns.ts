import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import {
  boolean,
  double,
  json,
  jsonObject,
  jsonObjectIf,
  nullable,
  text,
} from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { CiArtifactEntity } from '../artifacts/ci-artifact.entity.js';
import { CiRunnerEntity } from '../runners/ci-runner.entity.js';
import { isOnline } from '../runners/runner.columns.js';
import { CiJobEntity } from './ci-job.entity.js';
import { CiPipelineEntity } from './ci-pipeline.entity.js';

/** Columns of a {@link CiJob}, for `ci_jobs j` with {@link CI_JOB_JOINS}. */
export const ciJobColumns = (lostAfterSeconds: number) => ({
  ...SHARED_COLUMNS,
  runner: jsonObjectIf(sql`n.id is not null`, {
    ...columnsOf(CiRunnerEntity, 'n', 'id', 'description', 'name', 'isPaused'),
    type: columnsOf(CiRunnerEntity, 'n').runnerType,
    /** Null while the runner has never made contact. */
    isOnline: nullable(boolean`${isOnline(lostAfterSeconds)}`),
  }),
});

const seconds = (from: Sql, to: Sql) =>
  nullable(double`case when ${from} is not null then round(extract(epoch from ${to} - ${from}), 3)::float8 end`);

const artifact = columnsOf(CiArtifactEntity, 'a');
const ARTIFACT_COLUMNS = {
  type: artifact.fileType,
  format: artifact.fileFormat,
  filename: artifact.filename,
  /** In bytes. */
  size: artifact.size,
};
const pipeline = columnsOf(CiPipelineEntity, 'p');

const SHARED_COLUMNS = {
  ...columnsOf(
    CiJobEntity,
    'j',
    'id',
    'kind',
    'projectId',
    'pipelineId',
    'name',
    'stage',
    'stagePosition',
    'status',
    'allowFailure',
    'isRetried',
    'userId',
    'failureReason',
    'tags',
    'targetUrl',
    'description',
    'artifactsExpireAt',
    'createdAt',
    'startedAt',
    'finishedAt',
    'erasedAt',
  ),
  /** Current path of the project. */
  projectPath: text`r.path`,
  ref: pipeline.ref,
  isTag: pipeline.isTag,
  sha: pipeline.sha,
  coverage: nullable(double`j.coverage::float8`),
  artifacts: json<readonly RowOf<typeof ARTIFACT_COLUMNS>[]>`(
    select coalesce(json_agg(${jsonObject(ARTIFACT_COLUMNS).sql} order by a.id), '[]')
    from ci_artifacts a where a.job_id = j.id)`,
  duration: seconds(sql`j.started_at`, sql`coalesce(j.finished_at, now())`),
  queuedDuration: seconds(sql`j.queued_at`, sql`coalesce(j.started_at, j.finished_at, now())`),
  pipelineIid: pipeline.iid,
  pipelineStatus: pipeline.status,
  pipelineSource: pipeline.source,
  pipelineCreatedAt: pipeline.createdAt,
  pipelineUpdatedAt: pipeline.updatedAt,
};

export const CI_JOB_JOINS = sql`
  join ci_pipelines p on p.id = j.pipeline_id join routes r on r.project_id = j.project_id
  left join ci_runners n on n.id = j.runner_id`;

/** Columns of a {@link ShownJob}, for `ci_jobs j`. */
export const SHOWN_JOB_COLUMNS = columnsOf(CiJobEntity, 'j', 'id', 'name', 'stage', 'status', 'allowFailure');
