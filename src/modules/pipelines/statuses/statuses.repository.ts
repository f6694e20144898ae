import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { GHOST_ID } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { whereOf } from '../../../platform/database/conditions.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import { returning, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import { CiPipelineEntity } from '../records/ci-pipeline.entity.js';
import { COMMIT_STATUS_COLUMNS } from './commit-status.columns.js';
import { EXTERNAL_STAGE } from './commit-status.js';
import type { CommitStatus, StatusFilters, StatusReport, StatusState, StatusSubject } from './commit-status.js';

/** Sorts after every stage that a definition can have. */
const LAST_POSITION = 1_000_000;

/** The tables that a status needs in addition to `ci_jobs j`. */
const BESIDE = sql`
  join ci_pipelines p on p.id = j.pipeline_id
  left join users o on o.id = coalesce(j.user_id, ${GHOST_ID})`;
const JOB_ID = columnsOf(CiJobEntity, 'j', 'id');
const PIPELINE_ID = columnsOf(CiPipelineEntity, 'p', 'id');
/** The status is always one that external CI may report. */
const CURRENT_COLUMNS = { ...JOB_ID, status: text<StatusState>`j.status` };

/** Times that follow from the state: a running job has started, a finished one has ended. */
const timesOf = (state: StatusState): { readonly started: Sql; readonly finished: Sql; readonly queued: Sql } => ({
  queued: state === 'pending' ? sql`now()` : sql`queued_at`,
  started: state === 'pending' || state === 'skipped' ? sql`started_at` : sql`coalesce(started_at, now())`,
  finished: state === 'pending' || state === 'running' ? sql`null::timestamptz` : sql`now()`,
});

/** Statuses of commits, stored as jobs that ran elsewhere (contract: triggers §10). */
@Injectable()
export class StatusesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** Serialises changes to the statuses of one commit on one ref, until the transaction ends. */
  async lock({ projectId, sha, ref }: StatusSubject): Promise<void> {
    const lockName = `ci status ${projectId} ${sha} ${ref.kind} ${ref.name}`;
    await this.database.run(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  }

  /** Returns the newest pipeline of the commit on the ref. */
  async findPipelineId({ projectId, sha, ref }: StatusSubject): Promise<number | null> {
    const row = await this.database.row(
      select(
        PIPELINE_ID,
        sql`from ci_pipelines p
          where p.project_id = ${projectId} and p.sha = ${sha} and p.ref = ${ref.name} and p.is_tag = ${ref.kind === 'tag'}
          order by p.id desc limit 1`,
      ),
    );
    return row?.id ?? null;
  }

  /** Returns the current status with that name; call it under the pipeline's lock. */
  findCurrent(pipelineId: number, name: string): Promise<RowOf<typeof CURRENT_COLUMNS> | null> {
    return this.database.row(
      select(
        CURRENT_COLUMNS,
        sql`from ci_jobs j
          where j.pipeline_id = ${pipelineId} and j.name = ${name} and j.kind = 'status' and not j.is_retried
          order by j.id desc limit 1`,
      ),
    );
  }

  async insert(
    { projectId }: StatusSubject,
    pipelineId: number,
    userId: number,
    report: StatusReport,
  ): Promise<number> {
    const { state } = report;
    const isOver = state !== 'pending' && state !== 'running';
    const row = await this.database.row(
      returning(
        JOB_ID,
        sql`
          insert into ci_jobs as j (project_id, pipeline_id, kind, name, stage, stage_position, status, user_id,
                                    target_url, description, coverage, queued_at, started_at, finished_at)
          values (${projectId}, ${pipelineId}, 'status', ${report.name}, ${EXTERNAL_STAGE}, ${LAST_POSITION}, ${state},
                  ${userId}, ${report.targetUrl ?? null}, ${report.description ?? null}, ${report.coverage ?? null}, now(),
                  case when ${state !== 'pending' && state !== 'skipped'} then now() end,
                  case when ${isOver} then now() end)`,
      ),
    );
    return row?.id ?? 0;
  }

  async retire(id: number): Promise<void> {
    await this.database.repository(CiJobEntity).update(id, { isRetried: true, updatedAt: () => 'now()' });
  }

  async move(id: number, state: StatusState): Promise<void> {
    const { queued, started, finished } = timesOf(state);
    await this.database.run(sql`
      update ci_jobs
      set status = ${state}, queued_at = ${queued}, started_at = ${started}, finished_at = ${finished}, updated_at = now()
      where id = ${id}`);
  }

  async describe(id: number, { targetUrl, description, coverage }: StatusReport): Promise<void> {
    const columns = { targetUrl, description, coverage: coverage?.toString() };
    await this.database.repository(CiJobEntity).update(id, { ...columns, updatedAt: () => 'now()' });
  }

  find(id: number): Promise<CommitStatus | null> {
    return this.database.row(select(COMMIT_STATUS_COLUMNS, sql`from ci_jobs j ${BESIDE} where j.id = ${id}`));
  }

  /** Returns the statuses of the commit; only the newest of each name unless older ones are requested. */
  page(projectId: number, sha: string, filters: StatusFilters, page: PageRequest): Promise<Page<CommitStatus>> {
    return this.lists.page(statusesWith(idsOf(projectId, sha, filters)), [], { page });
  }
}

/** There are few ids compared to all jobs of an instance, so they are found, counted and limited first. */
const statusesWith = (ids: Sql) =>
  listOf({
    type: 'CommitStatus',
    columns: COMMIT_STATUS_COLUMNS,
    from: sql`(${ids}) asked`,
    isDerived: true,
    joins: {
      to: 'asked',
      sql: sql`join ci_jobs j on j.id = asked.id ${BESIDE}`,
    },
    id: { sql: sql`asked.id`, of: ({ id }) => id, type: 'bigint' },
    defaultSort: { by: 'id', direction: 'asc' },
  });

function idsOf(projectId: number, sha: string, filters: StatusFilters): Sql {
  const conditions = [
    sql`p.project_id = ${projectId} and p.sha = ${sha}`,
    ...(filters.ref === undefined ? [] : [sql`p.ref = ${filters.ref}`]),
    ...(filters.pipelineId === undefined ? [] : [sql`p.id = ${filters.pipelineId}`]),
    ...(filters.stage === undefined ? [] : [sql`j.stage = ${filters.stage}`]),
    ...(filters.name === undefined ? [] : [sql`j.name = ${filters.name}`]),
  ];
  const asked = sql`from ci_jobs j join ci_pipelines p on p.id = j.pipeline_id ${whereOf(conditions)}`;
  return filters.includesOlder
    ? sql`select j.id ${asked}`
    : sql`select max(j.id) as id ${asked} and not j.is_retried group by j.name`;
}
