import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition, ListRequest } from '../../../platform/database/list-query.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { memberNamespaces, memberProjects, visibleProjects } from '../../../core/access/levels.sql.js';
import { BASIC_USER_OF_OWNER } from '../../../core/users/user.columns.js';
import type { Pipeline, PipelineSource, PipelineVariable, SourceJob } from '../pipeline.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

export interface NewPipeline {
  readonly projectId: number;
  readonly ref: string;
  readonly isTag: boolean;
  readonly sha: string;
  readonly beforeSha: string | null;
  readonly source: PipelineSource;
  readonly status: Status;
  readonly userId: number | null;
  readonly triggerId: number | null;
  readonly eventType: string | null;
  readonly name: string | null;
  readonly yamlErrors: string | null;
  /** What it was made for, when that must not make a second one. */
  readonly origin: string | null;
}

const COLUMNS = sql`
  p.id, p.iid, p.project_id as "projectId", r.path as "projectPath", p.ref, p.is_tag as "isTag", p.sha,
  p.before_sha as "beforeSha", p.source, p.status, p.name, p.yaml_errors as "yamlErrors", p.user_id as "userId",
  p.trigger_id as "triggerId", p.started_at as "startedAt", p.finished_at as "finishedAt", p.duration,
  p.queued_duration as "queuedDuration", p.created_at as "createdAt", p.updated_at as "updatedAt",
  ${BASIC_USER_OF_OWNER} as "user",
  p.status = 'success' and exists (
    select 1 from ci_jobs j where j.pipeline_id = p.id and not j.is_retried and j.allow_failure
      and j.status in ('failed', 'canceled')) as "hasWarnings",
  (select avg(j.coverage)::float8 from ci_jobs j where j.pipeline_id = p.id and not j.is_retried) as coverage`;
const JOINS = sql`join routes r on r.project_id = p.project_id left join users o on o.id = p.user_id`;

const PIPELINES: ListDefinition<Pipeline> = {
  type: 'Pipeline',
  select: COLUMNS,
  from: sql`ci_pipelines p`,
  joins: { to: 'p', sql: JOINS },
  id: { sql: sql`p.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {
    status: { sql: sql`p.status`, of: (row) => row.status, type: 'text' },
    ref: { sql: sql`p.ref`, of: (row) => row.ref, type: 'text' },
    updated_at: { sql: sql`p.updated_at`, of: (row) => row.updatedAt, type: 'timestamptz' },
    user_id: { sql: sql`coalesce(p.user_id, 0)`, of: (row) => row.userId ?? 0, type: 'bigint' },
  },
  defaultSort: { by: 'id', direction: 'desc' },
};

const IIDS = 'ci_pipelines';

/** Projects whose pipelines the caller may read, for `projects p` (contract: triggers §4). */
function readablePipelines(caller: Caller): Sql {
  const visible = visibleProjects(caller);
  const { userId } = caller;
  return visible
    ? sql`(${visible}) and (p.public_jobs and p.visibility <> 'private'
        or p.id in (${memberProjects(userId, Role.Reporter)}) or p.namespace_id in (${memberNamespaces(userId, Role.Reporter)}))`
    : sql`true`;
}

@Injectable()
export class PipelinesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly box: SecretBox,
  ) {}

  page(where: readonly Sql[], request: ListRequest): Promise<Page<Pipeline>> {
    return this.lists.page(PIPELINES, where, request);
  }

  find(projectId: number, id: number): Promise<Pipeline | null> {
    return this.database.row<Pipeline>(sql`
      select ${COLUMNS} from ci_pipelines p ${JOINS} where p.project_id = ${projectId} and p.id = ${id}`);
  }

  /** The newest of a commit, whatever the ref. */
  findNewestOf(projectId: number, sha: string): Promise<Pipeline | null> {
    return this.database.row<Pipeline>(sql`
      select ${COLUMNS} from ci_pipelines p ${JOINS}
      where p.project_id = ${projectId} and p.sha = ${sha} order by p.id desc limit 1`);
  }

  /** Null when it is gone. */
  async statusOf(id: number): Promise<Status | null> {
    const row = await this.database.row<{ status: Status }>(sql`select status from ci_pipelines where id = ${id}`);
    return row?.status ?? null;
  }

  /** Wherever it is. */
  findAnywhere(id: number): Promise<Pipeline | null> {
    return this.database.row<Pipeline>(sql`select ${COLUMNS} from ci_pipelines p ${JOINS} where p.id = ${id}`);
  }

  /** Of those that jobs of this pipeline started in projects that the caller sees, the newest first. */
  downstream(pipelineId: number, caller: Caller, page: PageRequest): Promise<Page<Pipeline>> {
    const started = sql`p.id in (select s.pipeline_id from ci_sources s where s.source_pipeline_id = ${pipelineId})`;
    const readable = sql`p.project_id in (
      select p.id from projects p where not p.pending_delete and ${readablePipelines(caller)})`;
    return this.lists.page(PIPELINES, [started, readable], { page });
  }

  /** Those that a trigger token started, the newest first. */
  ofTrigger(triggerId: number, page: PageRequest): Promise<Page<Pipeline>> {
    return this.lists.page(PIPELINES, [sql`p.trigger_id = ${triggerId}`], { page });
  }

  /** The newest of a commit on a ref. */
  findNewest(projectId: number, ref: string, sha: string): Promise<Pipeline | null> {
    return this.database.row<Pipeline>(sql`
      select ${COLUMNS} from ci_pipelines p ${JOINS}
      where p.project_id = ${projectId} and p.sha = ${sha} and p.ref = ${ref} order by p.id desc limit 1`);
  }

  /** Whether there is one of that origin already. */
  async hasOrigin(origin: string): Promise<boolean> {
    return (await this.database.row(sql`select 1 from ci_pipelines where origin = ${origin}`)) !== null;
  }

  /** Ids of unfinished push pipelines of the branch, older than this one, whose jobs are all pending or interruptible. */
  async redundant(projectId: number, ref: string, than: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(sql`
      select p.id from ci_pipelines p
      where p.project_id = ${projectId} and p.ref = ${ref} and not p.is_tag and p.source = 'push' and p.id < ${than}
        and p.status in ('created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled')
        and not exists (
          select 1 from ci_jobs j where j.pipeline_id = p.id and not j.is_retried and not j.is_interruptible
            and j.started_at is not null)
      order by p.id`);
    return rows.map(({ id }) => id);
  }

  /** Locks the row for a change of it and its jobs; null when it is gone. */
  lock(id: number): Promise<{ projectId: number; status: Status; yamlErrors: string | null } | null> {
    return this.database.row(sql`
      select project_id as "projectId", status, yaml_errors as "yamlErrors" from ci_pipelines where id = ${id} for update`);
  }

  /**
   * Numbered within the project; never the same number twice (contract: triggers §3). `isKept`: an earlier pipeline of
   * the commit keeps it from being collected.
   */
  async insert(pipeline: NewPipeline): Promise<{ readonly id: number; readonly isKept: boolean }> {
    const row = await this.database.row<{ id: number; isKept: boolean }>(sql`
      with numbered as (
        insert into internal_ids (project_id, usage, last_value) values (${pipeline.projectId}, ${IIDS}, 1)
        on conflict (project_id, usage) do update set last_value = internal_ids.last_value + 1 returning last_value)
      insert into ci_pipelines (project_id, iid, ref, is_tag, sha, before_sha, source, status, user_id, trigger_id,
                                event_type, name, yaml_errors, origin)
      select ${pipeline.projectId}, last_value, ${pipeline.ref}, ${pipeline.isTag}, ${pipeline.sha},
             coalesce(${pipeline.beforeSha}, repeat('0', 40)), ${pipeline.source}, ${pipeline.status},
             ${pipeline.userId}, ${pipeline.triggerId}, ${pipeline.eventType}, ${pipeline.name}, ${pipeline.yamlErrors},
             ${pipeline.origin}
      from numbered
      returning id, exists (
        select 1 from ci_pipelines k where k.project_id = ${pipeline.projectId} and k.sha = ${pipeline.sha}) as "isKept"`);
    if (!row) {
      throw new Error('The pipeline that was just made is missing.');
    }
    return row;
  }

  async insertVariables(pipelineId: number, variables: readonly PipelineVariable[]): Promise<void> {
    await this.database.run(sql`
      insert into ci_pipeline_variables (pipeline_id, key, variable_type, value)
      select ${pipelineId}, v.key, v.type, v.value
      from unnest(${variables.map(({ key }) => key)}::text[], ${variables.map(({ type }) => type)}::text[],
                  ${variables.map(({ value }) => this.box.seal(value))}::bytea[]) as v (key, type, value)`);
  }

  async variablesOf(pipelineId: number): Promise<PipelineVariable[]> {
    const rows = await this.database.rows<{ key: string; type: PipelineVariable['type']; value: Buffer }>(sql`
      select key, variable_type as type, value from ci_pipeline_variables where pipeline_id = ${pipelineId} order by key`);
    return rows.map(({ key, type, value }) => ({ key, type, value: this.box.open(value) }));
  }

  async insertSource(pipelineId: number, { projectId, pipelineId: source, jobId }: SourceJob): Promise<void> {
    await this.database.run(sql`
      insert into ci_sources (pipeline_id, source_project_id, source_pipeline_id, source_job_id)
      values (${pipelineId}, ${projectId}, ${source}, ${jobId})`);
  }

  /** The job that started it; null for one that no job started, or whose job is gone. */
  findSource(pipelineId: number): Promise<SourceJob | null> {
    return this.database.row<SourceJob>(sql`
      select source_project_id as "projectId", source_pipeline_id as "pipelineId", source_job_id as "jobId"
      from ci_sources where pipeline_id = ${pipelineId} and source_pipeline_id is not null and source_job_id is not null`);
  }

  /**
   * Gives the pipeline the status that its jobs make, and the times that follow from it; answers whether it changed.
   */
  async settle(id: number, status: Status): Promise<boolean> {
    const changed = await this.database.run(sql`
      with work as (
        select min(started_at) as started_at, max(finished_at) as finished_at from ci_jobs
        where pipeline_id = ${id} and not is_retried),
      -- contract: triggers §6: overlapping runs count once
      runs as (
        select started_at, coalesce(finished_at, now()) as finished_at,
               max(coalesce(finished_at, now())) over (order by started_at, id rows between unbounded preceding and 1 preceding) as covered
        from ci_jobs where pipeline_id = ${id} and not is_retried and started_at is not null),
      spent as (
        select sum(greatest(interval '0', finished_at - greatest(started_at, coalesce(covered, started_at)))) as time from runs)
      update ci_pipelines p
      set status = ${status}, started_at = coalesce(p.started_at, work.started_at),
          queued_duration = case when work.started_at is not null then
            nullif(floor(extract(epoch from coalesce(p.started_at, work.started_at) - p.created_at))::integer, 0) end,
          finished_at = case when ${status} in ('success', 'failed', 'canceled') then coalesce(p.finished_at, now()) end,
          duration = case when ${status} in ('success', 'failed', 'canceled') then floor(extract(epoch from spent.time))::integer end,
          updated_at = now()
      from work, spent where p.id = ${id} and p.status <> ${status}`);
    return changed > 0;
  }

  async touch(id: number): Promise<void> {
    await this.database.run(sql`update ci_pipelines set updated_at = now() where id = ${id}`);
  }

  async delete(id: number): Promise<boolean> {
    const rows = await this.database.rows<{ triggerId: number | null; createdAt: string }>(sql`
      delete from ci_pipelines where id = ${id} returning trigger_id as "triggerId", created_at as "createdAt"`);
    for (const { triggerId, createdAt } of rows) {
      await this.database.run(sql`
        update ci_triggers set last_used_at = greatest(last_used_at, ${createdAt}::timestamptz) where id = ${triggerId}`);
    }
    return rows.length > 0;
  }
}
