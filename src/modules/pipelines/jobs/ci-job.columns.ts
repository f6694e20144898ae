import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Whether a runner was heard of lately; null when it never was, for `ci_runners n`. */
export const isOnline = (lostAfterSeconds: number): Sql =>
  sql`n.contacted_at > now() - ${lostAfterSeconds} * interval '1 second'`;

const seconds = (from: Sql, to: Sql): Sql =>
  sql`case when ${from} is not null then round(extract(epoch from ${to} - ${from}), 3)::float8 end`;

/** Columns of a {@link CiJob}, for `ci_jobs j` with {@link CI_JOB_JOINS}. */
export const ciJobColumns = (lostAfterSeconds: number): Sql => sql`
  j.id, j.kind, j.project_id as "projectId", r.path as "projectPath", j.pipeline_id as "pipelineId", j.name, j.stage,
  j.stage_position as "stagePosition",  j.status, p.ref, p.is_tag as "isTag", p.sha, j.coverage::float8 as coverage, j.allow_failure as "allowFailure",
  j.is_retried as "isRetried", j.user_id as "userId", j.failure_reason as "failureReason", to_json(j.tags) as tags,
  j.target_url as "targetUrl", j.description,
  case when n.id is not null then json_build_object('id', n.id, 'description', n.description, 'name', n.name,
    'type', n.runner_type, 'isPaused', n.is_paused, 'isOnline', ${isOnline(lostAfterSeconds)}) end as runner,
  (select coalesce(json_agg(json_build_object('type', a.file_type, 'format', a.file_format, 'filename', a.filename,
     'size', a.size) order by a.id), '[]') from ci_artifacts a where a.job_id = j.id) as artifacts,
  j.artifacts_expire_at as "artifactsExpireAt",
  ${seconds(sql`j.started_at`, sql`coalesce(j.finished_at, now())`)} as duration,
  ${seconds(sql`j.queued_at`, sql`coalesce(j.started_at, j.finished_at, now())`)} as "queuedDuration",
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt", j.erased_at as "erasedAt",
  p.iid as "pipelineIid", p.status as "pipelineStatus", p.source as "pipelineSource",
  p.created_at as "pipelineCreatedAt", p.updated_at as "pipelineUpdatedAt"`;

export const CI_JOB_JOINS = sql`
  join ci_pipelines p on p.id = j.pipeline_id join routes r on r.project_id = j.project_id
  left join ci_runners n on n.id = j.runner_id`;
