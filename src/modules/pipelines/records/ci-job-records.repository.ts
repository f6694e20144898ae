import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { Caller } from '../../../core/access/caller.js';
import { visibleProjects } from '../../../core/access/levels.sql.js';
import type { CiJob } from '../jobs/ci-job.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { CI_JOB_JOINS, ciJobColumns } from './ci-job.columns.js';

/** Filters for a list of jobs. */
export interface JobFilter {
  readonly statuses: readonly Status[];
  readonly includeRetried: boolean;
}

/** Reads jobs (contract: triggers §7). */
@Injectable()
export class CiJobRecordsRepository {
  private readonly list: ListDefinition<CiJob>;
  private readonly columns: ReturnType<typeof ciJobColumns>;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    env: Env,
  ) {
    this.columns = ciJobColumns(env.ciRunnerLostAfter);
    this.list = listOf({
      type: 'Ci::Build',
      columns: this.columns,
      from: sql`ci_jobs j`,
      joins: { to: 'j', sql: CI_JOB_JOINS },
      sorts: { stage: 'stagePosition' },
      defaultSort: { by: 'id', direction: 'desc' },
    });
  }

  /** Newest first. */
  ofProject(projectId: number, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    const where = [sql`j.project_id = ${projectId}`, ...conditions(filter)];
    return this.lists.page(this.list, where, { page });
  }

  /** By stage, then in the order of the definition. */
  ofPipeline(pipelineId: number, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    const where = [sql`j.pipeline_id = ${pipelineId}`, ...conditions(filter)];
    return this.lists.page({ ...this.list, defaultSort: { by: 'stage', direction: 'asc' } }, where, { page });
  }

  /** Jobs that a runner ran in projects that the caller sees, newest first. */
  ofRunner(runnerId: number, filter: JobFilter, caller: Caller, page: PageRequest): Promise<Page<CiJob>> {
    const visible = visibleProjects(caller) ?? sql`true`;
    const isSeen = sql`exists (
      select 1 from projects p where p.id = j.project_id and not p.pending_delete and (${visible}))`;
    const where = [sql`j.runner_id = ${runnerId}`, ...conditions(filter), isSeen];
    return this.lists.page(this.list, where, { page });
  }

  find(projectId: number, id: number): Promise<CiJob | null> {
    return this.database.row(
      select(this.columns, sql`from ci_jobs j ${CI_JOB_JOINS} where j.project_id = ${projectId} and j.id = ${id}`),
    );
  }

  /** Finds a job of any project. */
  findAnywhere(id: number): Promise<CiJob | null> {
    return this.database.row(select(this.columns, sql`from ci_jobs j ${CI_JOB_JOINS} where j.id = ${id}`));
  }
}

/** Statuses are literals, so that the planner can use the partial index of unfinished jobs if it covers all of them. */
const conditions = ({ statuses, includeRetried }: JobFilter): Sql[] => [
  ...(statuses.length === 0 ? [] : [sql`j.status in (${raw(statuses.map((status) => `'${status}'`).join())})`]),
  ...(includeRetried ? [] : [sql`not j.is_retried`]),
];
