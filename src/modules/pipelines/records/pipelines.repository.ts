import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { ListWindows } from '../../../platform/database/list-windows.js';
import type { ChildLists } from '../../../platform/database/list-windows.js';
import { PLANNED_ANEW } from '../../../platform/database/planned-anew.js';
import { bigint, returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { Caller } from '../../../core/access/caller.js';
import { LIVE_PROJECT } from '../../../core/access/levels.sql.js';
import type { Pipeline, PipelineVariable, SourceJob } from '../pipeline.js';
import type { PipelineSource } from '../pipeline-source.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { CiPipelineEntity } from './ci-pipeline.entity.js';
import { CiPipelineVariableEntity } from './ci-pipeline-variable.entity.js';
import { PIPELINE_COLUMNS, PIPELINE_JOINS } from './pipeline.columns.js';
import { readablePipelines } from './readable-pipelines.sql.js';

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
  /** Identifies the cause, for causes that must not create a second pipeline. */
  readonly origin: string | null;
}

const ID = columnsOf(CiPipelineEntity, 'p', 'id');
const NEXT_ID = { id: bigint`nextval(pg_get_serial_sequence('ci_pipelines', 'id'))` };
const STATUS = columnsOf(CiPipelineEntity, 'p', 'status');
const LOCKED_COLUMNS = columnsOf(CiPipelineEntity, 'p', 'projectId', 'status', 'yamlErrors');
const DELETED_COLUMNS = columnsOf(CiPipelineEntity, 'p', 'triggerId', 'createdAt', 'yamlErrors');
const variable = columnsOf(CiPipelineVariableEntity, 'v');
const VARIABLE_COLUMNS = { key: variable.key, type: variable.variableType, value: variable.value };
const SOURCE_COLUMNS = {
  projectId: bigint`s.source_project_id`,
  pipelineId: bigint`s.source_pipeline_id`,
  jobId: bigint`s.source_job_id`,
};

const PIPELINES = listOf({
  type: 'Pipeline',
  columns: PIPELINE_COLUMNS,
  from: sql`ci_pipelines p`,
  joins: { to: 'p', sql: PIPELINE_JOINS },
  sorts: {
    status: 'status',
    ref: 'ref',
    updated_at: 'updatedAt',
    user_id: { sql: sql`coalesce(p.user_id, 0)`, of: (row) => row.userId ?? 0, type: 'bigint', isNeverNull: true },
  },
  defaultSort: { by: 'id', direction: 'desc' },
});

/**
 * In the order of the index of started pipelines. Planned for each call, because the number of pipelines that a
 * pipeline started varies.
 */
const DOWNSTREAM = {
  ...PIPELINES,
  from: sql`ci_sources s join ci_pipelines p on p.id = s.pipeline_id${PLANNED_ANEW}`,
};

const IIDS = 'ci_pipelines';

@Injectable()
export class PipelinesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly windows: ListWindows,
    private readonly box: SecretBox,
  ) {}

  page(where: readonly Sql[], request: ListRequest): Promise<Page<Pipeline>> {
    return this.lists.page(PIPELINES, where, request);
  }

  /** Returns the pipelines of each of many parents; the conditions refer to the parent. */
  below(where: readonly Sql[]): ChildLists<Pipeline> {
    return this.windows.below(PIPELINES, where);
  }

  find(projectId: number, id: number): Promise<Pipeline | null> {
    return this.one(sql`where p.project_id = ${projectId} and p.id = ${id}`);
  }

  /** Returns the newest pipeline of a commit, on any ref. */
  findNewestOf(projectId: number, sha: string): Promise<Pipeline | null> {
    const newest = sql`where p.project_id = ${projectId} and p.sha = ${sha} order by p.id desc limit 1`;
    return this.database.lookup(pipelinesOf(newest));
  }

  /** Null when the pipeline no longer exists. */
  async statusOf(id: number): Promise<Status | null> {
    const row = await this.database.row(select(STATUS, sql`from ci_pipelines p where p.id = ${id}`));
    return row?.status ?? null;
  }

  /** Finds a pipeline of any project. */
  findAnywhere(id: number): Promise<Pipeline | null> {
    return this.one(sql`where p.id = ${id}`);
  }

  /**
   * Returns the pipelines that jobs of this pipeline started, in projects whose pipelines the caller may read; newest
   * first.
   */
  downstream(pipelineId: number, caller: Caller, page: PageRequest): Promise<Page<Pipeline>> {
    const readable = readablePipelines(caller) ?? sql`true`;
    const ofReadable = sql`
      exists (
        select 1 from (select p.project_id) its
        cross join lateral (
          select 1 from projects p where p.id = its.project_id and ${LIVE_PROJECT} and ${readable}) readable)`;
    return this.lists.page(DOWNSTREAM, [sql`s.source_pipeline_id = ${pipelineId}`, ofReadable], { page });
  }

  /** Returns the pipelines that a trigger token started, newest first. */
  ofTrigger(triggerId: number, page: PageRequest): Promise<Page<Pipeline>> {
    return this.lists.page(PIPELINES, [sql`p.trigger_id = ${triggerId}`], { page });
  }

  /** Returns the newest pipeline of a commit on a ref. */
  findNewest(projectId: number, ref: string, sha: string): Promise<Pipeline | null> {
    return this.one(sql`
      where p.project_id = ${projectId} and p.sha = ${sha} and p.ref = ${ref} order by p.id desc limit 1`);
  }

  /** Returns the newest pipeline of a ref, for any commit. */
  findNewestOn(projectId: number, ref: string): Promise<Pipeline | null> {
    return this.one(sql`where p.project_id = ${projectId} and p.ref = ${ref} order by p.id desc limit 1`);
  }

  /** Whether a pipeline with this origin already exists. */
  hasOrigin(origin: string): Promise<boolean> {
    return this.database.exists(sql`select 1 from ci_pipelines where origin = ${origin}`);
  }

  /**
   * Ids of unfinished push pipelines of the branch that have lower numbers than this one, and whose started jobs are all
   * interruptible. Those are committed, for numbers are given under a lock; ids are not.
   */
  async redundant(projectId: number, ref: string, iid: number): Promise<number[]> {
    const rows = await this.database.rows(
      select(
        ID,
        sql`from ci_pipelines p
          where p.project_id = ${projectId} and p.ref = ${ref} and not p.is_tag and p.source = 'push' and p.iid < ${iid}
            and p.status in ('created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled')
            and not exists (
              select 1 from ci_jobs j where j.pipeline_id = p.id and not j.is_retried and not j.is_interruptible
                and j.started_at is not null)
          order by p.iid`,
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Locks the row for a change of the pipeline and its jobs; null when it no longer exists. */
  lock(id: number): Promise<RowOf<typeof LOCKED_COLUMNS> | null> {
    return this.database.row(select(LOCKED_COLUMNS, sql`from ci_pipelines p where p.id = ${id} for update`));
  }

  /** Returns the id of the next pipeline, so that what belongs to it can be sent together with it. */
  async nextId(): Promise<number> {
    const row = await this.database.row(select(NEXT_ID, empty));
    if (!row) {
      throw new Error('The sequence of pipelines gave no id.');
    }
    return row.id;
  }

  /** Whether a pipeline already keeps the commit from being garbage-collected. */
  isKept(projectId: number, sha: string): Promise<boolean> {
    return this.database.exists(
      sql`select 1 from ci_pipelines where project_id = ${projectId} and sha = ${sha} limit 1`,
    );
  }

  /** Inserts a pipeline with a number within the project that is never assigned twice (contract: triggers §3). */
  async insert(id: number, pipeline: NewPipeline): Promise<void> {
    await this.database.runWithNext(sql`
      with numbered as (
        insert into internal_ids (project_id, usage, last_value) values (${pipeline.projectId}, ${IIDS}, 1)
        on conflict (project_id, usage) do update set last_value = internal_ids.last_value + 1 returning last_value)
      insert into ci_pipelines (id, project_id, iid, ref, is_tag, sha, before_sha, source, status, user_id, trigger_id,
                                event_type, name, yaml_errors, origin, finished_at)
      overriding system value
      select ${id}, ${pipeline.projectId}, last_value, ${pipeline.ref}, ${pipeline.isTag}, ${pipeline.sha},
             coalesce(${pipeline.beforeSha}, repeat('0', 40)), ${pipeline.source}, ${pipeline.status},
             ${pipeline.userId}, ${pipeline.triggerId}, ${pipeline.eventType}, ${pipeline.name},
             ${pipeline.yamlErrors}, ${pipeline.origin}, case when ${pipeline.status} = 'failed' then now() end
      from numbered`);
  }

  async insertVariables(pipelineId: number, variables: readonly PipelineVariable[]): Promise<void> {
    if (variables.length === 0) {
      return;
    }
    await this.database.runWithNext(sql`
      insert into ci_pipeline_variables (pipeline_id, key, variable_type, value)
      select ${pipelineId}, v.key, v.type, v.value
      from unnest(${variables.map(({ key }) => key)}::text[], ${variables.map(({ type }) => type)}::text[],
                  ${variables.map(({ value }) => this.box.seal(value))}::bytea[]) as v (key, type, value)`);
  }

  async variablesOf(pipelineId: number): Promise<PipelineVariable[]> {
    const rows = await this.database.rows(
      select(VARIABLE_COLUMNS, sql`from ci_pipeline_variables v where v.pipeline_id = ${pipelineId} order by v.key`),
    );
    return rows.map(({ key, type, value }) => ({ key, type, value: this.box.open(value) }));
  }

  async insertSource(pipelineId: number, source: SourceJob): Promise<void> {
    await this.database.runWithNext(sql`
      insert into ci_sources (pipeline_id, source_project_id, source_pipeline_id, source_job_id)
      values (${pipelineId}, ${source.projectId}, ${source.pipelineId}, ${source.jobId})`);
  }

  /** Returns the job that started the pipeline; null if no job did, or the job no longer exists. */
  findSource(pipelineId: number): Promise<SourceJob | null> {
    return this.database.row(
      select(
        SOURCE_COLUMNS,
        sql`from ci_sources s
          where s.pipeline_id = ${pipelineId} and s.source_pipeline_id is not null and s.source_job_id is not null`,
      ),
    );
  }

  /** Sets another status, as computed from the jobs, and the times that follow from it. */
  async settle(id: number, status: Status): Promise<void> {
    await this.database.runWithNext(sql`
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
      set status = ${status},
          -- contract: triggers §6: the first running; beside a manual job that holds nothing a pending one is enough
          started_at = coalesce(p.started_at, work.started_at, case when ${status} = 'running' then now() end),
          queued_duration = case when work.started_at is not null then
            nullif(floor(extract(epoch from coalesce(p.started_at, work.started_at) - p.created_at))::integer, 0) end,
          finished_at = case when ${status} in ('success', 'failed', 'canceled') then coalesce(p.finished_at, now()) end,
          duration = case when ${status} in ('success', 'failed', 'canceled') then floor(extract(epoch from spent.time))::integer end,
          updated_at = now()
      from work, spent where p.id = ${id}`);
  }

  async delete(id: number): Promise<boolean> {
    const rows = await this.database.rows(
      returning(DELETED_COLUMNS, sql`delete from ci_pipelines as p where p.id = ${id}`),
    );
    for (const { triggerId, createdAt } of rows.filter(({ yamlErrors }) => yamlErrors === null)) {
      await this.database.run(sql`
        update ci_triggers set last_used_at = greatest(last_used_at, ${createdAt}::timestamptz) where id = ${triggerId}`);
    }
    return rows.length > 0;
  }

  private one(rest: Sql): Promise<Pipeline | null> {
    return this.database.row(pipelinesOf(rest));
  }
}

/** `rest` selects from `ci_pipelines p`. */
const pipelinesOf = (rest: Sql) => select(PIPELINE_COLUMNS, sql`from ci_pipelines p ${PIPELINE_JOINS} ${rest}`);
