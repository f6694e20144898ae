import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { Caller } from '../../../core/access/caller.js';
import { visibleProjects } from '../../../core/access/levels.sql.js';
import { CI_JOB_JOINS, ciJobColumns } from '../jobs/ci-job.columns.js';
import type { CiJob, JobOutline } from '../jobs/ci-job.js';
import type { Status } from '../../../core/job-tokens/job-status.js';

/** Which jobs a list shows. */
export interface JobFilter {
  readonly statuses: readonly Status[];
  readonly includeRetried: boolean;
}

/** Jobs as they are read (contract: triggers §7). */
@Injectable()
export class CiJobRecordsRepository {
  private readonly list: Omit<ListDefinition<CiJob>, 'defaultSort'>;
  private readonly columns: Sql;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    env: Env,
  ) {
    this.columns = ciJobColumns(env.ciRunnerLostAfter);
    this.list = {
      type: 'Ci::Build',
      select: this.columns,
      from: sql`ci_jobs j`,
      joins: { to: 'j', sql: CI_JOB_JOINS },
      id: { sql: sql`j.id`, of: (row) => row.id, type: 'bigint' },
      sorts: { stage: { sql: sql`j.stage_position`, of: (row) => row.stagePosition, type: 'int' } },
    };
  }

  /** The newest first. */
  ofProject(projectId: number, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    const where = [sql`j.project_id = ${projectId}`, ...conditions(filter)];
    return this.lists.page({ ...this.list, defaultSort: { by: 'id', direction: 'desc' } }, where, { page });
  }

  /** By stage, then in the order of the file. */
  ofPipeline(pipelineId: number, filter: JobFilter, page: PageRequest): Promise<Page<CiJob>> {
    const where = [sql`j.pipeline_id = ${pipelineId}`, ...conditions(filter)];
    return this.lists.page({ ...this.list, defaultSort: { by: 'stage', direction: 'asc' } }, where, { page });
  }

  /** What a runner ran in projects that the caller sees, the newest first. */
  ofRunner(runnerId: number, filter: JobFilter, caller: Caller, page: PageRequest): Promise<Page<CiJob>> {
    const visible = visibleProjects(caller);
    const seen = visible
      ? [sql`exists (select 1 from projects p where p.id = j.project_id and not p.pending_delete and (${visible}))`]
      : [];
    const where = [sql`j.runner_id = ${runnerId}`, ...conditions(filter), ...seen];
    return this.lists.page({ ...this.list, defaultSort: { by: 'id', direction: 'desc' } }, where, { page });
  }

  /** The newest of each name in a pipeline, in their order. */
  outline(pipelineId: number): Promise<JobOutline[]> {
    return this.database.rows<JobOutline>(sql`
      select id, name, stage, status, allow_failure as "allowFailure" from ci_jobs
      where pipeline_id = ${pipelineId} and not is_retried order by stage_position, id`);
  }

  find(projectId: number, id: number): Promise<CiJob | null> {
    return this.database.row<CiJob>(sql`
      select ${this.columns} from ci_jobs j ${CI_JOB_JOINS} where j.project_id = ${projectId} and j.id = ${id}`);
  }

  /** Wherever it is. */
  findAnywhere(id: number): Promise<CiJob | null> {
    return this.database.row<CiJob>(sql`select ${this.columns} from ci_jobs j ${CI_JOB_JOINS} where j.id = ${id}`);
  }
}

const conditions = ({ statuses, includeRetried }: JobFilter): Sql[] => [
  ...(statuses.length === 0 ? [] : [sql`j.status = any(${[...statuses]}::text[])`]),
  ...(includeRetried ? [] : [sql`not j.is_retried`]),
];
