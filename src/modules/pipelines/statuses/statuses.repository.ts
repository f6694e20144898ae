import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { BASIC_USER_OF_OWNER } from '../../../core/users/user.columns.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import { EXTERNAL_STAGE } from './commit-status.js';
import type { CommitStatus, StatusReport, StatusState, StatusSubject } from './commit-status.js';
import type { ListStatusesQuery } from './dto/statuses.dto.js';

/** Behind every stage that a file can have. */
const LAST_POSITION = 1_000_000;

const COLUMNS = sql`
  j.id, p.sha, p.ref, j.status, j.name, j.target_url as "targetUrl", j.description, j.allow_failure as "allowFailure",
  j.coverage::float8 as coverage, ${BASIC_USER_OF_OWNER} as author, j.pipeline_id as "pipelineId",
  j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`;

const STATUSES: ListDefinition<CommitStatus> = {
  type: 'CommitStatus',
  select: COLUMNS,
  from: sql`ci_jobs j join ci_pipelines p on p.id = j.pipeline_id left join users o on o.id = j.user_id`,
  id: { sql: sql`j.id`, of: (row) => row.id, type: 'bigint' },
  sorts: {},
  defaultSort: { by: 'id', direction: 'asc' },
};

/** Times follow from the state: what runs began, what ended has an end. */
const timesOf = (state: StatusState): { readonly started: Sql; readonly finished: Sql; readonly queued: Sql } => ({
  queued: state === 'pending' ? sql`now()` : sql`queued_at`,
  started: state === 'pending' || state === 'skipped' ? sql`started_at` : sql`coalesce(started_at, now())`,
  finished: state === 'pending' || state === 'running' ? sql`null::timestamptz` : sql`now()`,
});

/** Statuses of commits: jobs that ran elsewhere (contract: triggers §10). */
@Injectable()
export class StatusesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Statuses of one commit on one ref come one after the other until the transaction ends. */
  async lock({ projectId, sha, ref }: StatusSubject): Promise<void> {
    const lockName = `ci status ${projectId} ${sha} ${ref.kind} ${ref.name}`;
    await this.database.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  }

  /** The newest pipeline of the commit on the ref. */
  async findPipelineId({ projectId, sha, ref }: StatusSubject): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(sql`
      select id from ci_pipelines
      where project_id = ${projectId} and sha = ${sha} and ref = ${ref.name} and is_tag = ${ref.kind === 'tag'}
      order by id desc limit 1`);
    return row?.id ?? null;
  }

  /** The status that counts of that name; under the pipeline's lock. */
  findCurrent(pipelineId: number, name: string): Promise<{ id: number; status: StatusState } | null> {
    return this.database.row(sql`
      select id, status from ci_jobs
      where pipeline_id = ${pipelineId} and name = ${name} and kind = 'status' and not is_retried
      order by id desc limit 1`);
  }

  async insert(
    { projectId }: StatusSubject,
    pipelineId: number,
    userId: number,
    report: StatusReport,
  ): Promise<number> {
    const { state } = report;
    const isOver = state !== 'pending' && state !== 'running';
    const row = await this.database.row<{ id: number }>(sql`
      insert into ci_jobs (project_id, pipeline_id, kind, name, stage, stage_position, status, user_id, target_url,
                           description, coverage, queued_at, started_at, finished_at)
      values (${projectId}, ${pipelineId}, 'status', ${report.name}, ${EXTERNAL_STAGE}, ${LAST_POSITION}, ${state}, ${userId},
              ${report.targetUrl ?? null}, ${report.description ?? null}, ${report.coverage ?? null}, now(),
              case when ${state !== 'pending' && state !== 'skipped'} then now() end, case when ${isOver} then now() end)
      returning id`);
    return row?.id ?? 0;
  }

  async retire(id: number): Promise<void> {
    await this.database.run(sql`update ci_jobs set is_retried = true, updated_at = now() where id = ${id}`);
  }

  async move(id: number, state: StatusState): Promise<void> {
    const { queued, started, finished } = timesOf(state);
    await this.database.run(sql`
      update ci_jobs
      set status = ${state}, queued_at = ${queued}, started_at = ${started}, finished_at = ${finished}, updated_at = now()
      where id = ${id}`);
  }

  async describe(id: number, { targetUrl, description, coverage }: StatusReport): Promise<void> {
    await this.database.run(sql`
      update ci_jobs
      set target_url = coalesce(${targetUrl ?? null}, target_url), description = coalesce(${description ?? null}, description),
          coverage = coalesce(${coverage ?? null}::numeric, coverage), updated_at = now()
      where id = ${id}`);
  }

  find(id: number): Promise<CommitStatus | null> {
    return this.database.row<CommitStatus>(sql`select ${COLUMNS} from ${STATUSES.from} where j.id = ${id}`);
  }

  /** Of the commit; the newest of each name unless all are wanted. */
  page(projectId: number, sha: string, query: ListStatusesQuery, page: PageRequest): Promise<Page<CommitStatus>> {
    const asked = conditions(projectId, sha, query, { job: sql`j`, pipeline: sql`p` });
    const others = conditions(projectId, sha, query, { job: sql`k`, pipeline: sql`q` });
    const newest = sql`not j.is_retried and not exists (
      select 1 from ci_jobs k join ci_pipelines q on q.id = k.pipeline_id
      where k.name = j.name and k.id > j.id and ${join(others, ' and ')})`;
    return this.lists.page(STATUSES, [...asked, ...(query.all ? [] : [newest])], { page });
  }
}

function conditions(
  projectId: number,
  sha: string,
  query: ListStatusesQuery,
  { job, pipeline }: { readonly job: Sql; readonly pipeline: Sql },
): Sql[] {
  return [
    sql`${pipeline}.project_id = ${projectId} and ${pipeline}.sha = ${sha}`,
    ...(query.ref === undefined ? [] : [sql`${pipeline}.ref = ${query.ref}`]),
    ...(query.pipeline_id === undefined ? [] : [sql`${pipeline}.id = ${query.pipeline_id}`]),
    ...(query.stage === undefined ? [] : [sql`${job}.stage = ${query.stage}`]),
    ...(query.name === undefined ? [] : [sql`${job}.name = ${query.name}`]),
  ];
}
