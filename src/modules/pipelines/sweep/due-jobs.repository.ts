import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { query, selectList, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import type { FailureReason } from '../jobs/failure-reason.js';
import { CiJobEntity } from '../records/ci-job.entity.js';
import { IS_DUE, IS_STUCK, isLost, UNENDED } from './due-jobs.sql.js';

const PIPELINE_ID = columnsOf(CiJobEntity, 'j', 'pipelineId');
const OVERDUE_COLUMNS = {
  ...columnsOf(CiJobEntity, 'j', 'id', 'pipelineId'),
  reason: text<FailureReason>`'job_execution_timeout'`,
};

/** A job that has waited or run too long. */
export type OverdueJob = RowOf<typeof OVERDUE_COLUMNS>;

const AT_ONCE = 100;

/** Finds jobs for which something is due, by times in their rows (contract: triggers §12). */
@Injectable()
export class DueJobsRepository {
  constructor(private readonly database: Database) {}

  /** Ids of pipelines with delayed jobs whose delay has passed. */
  delayed(): Promise<number[]> {
    return this.pipelines(sql`from ci_jobs j where ${IS_DUE} and j.status = 'scheduled' limit ${AT_ONCE}`);
  }

  /** Jobs beyond their timeout, jobs whose runner is silent, and jobs that no runner has taken. */
  overdue(lostAfterSeconds: number): Promise<OverdueJob[]> {
    return this.database.rows(
      query(
        OVERDUE_COLUMNS,
        sql`
          (select ${selectList(OVERDUE_COLUMNS)} from ci_jobs j
           where ${IS_DUE} and j.status = 'running' limit ${AT_ONCE})
          union all
          (select j.id, j.pipeline_id, 'stuck_or_timeout_failure' from ci_jobs j
           where ${isLost(lostAfterSeconds)} and (j.due_at is null or j.due_at > now()) limit ${AT_ONCE})
          union all
          (select j.id, j.pipeline_id, 'stuck_or_timeout_failure' from ci_jobs j where ${IS_STUCK} limit ${AT_ONCE})`,
      ),
    );
  }

  /** Ids of pipelines with pending or running jobs, in projects that are being deleted (contract: core §10). */
  withCanceledJobs(): Promise<number[]> {
    return this.pipelines(sql`${UNENDED} where p.pending_delete limit ${AT_ONCE}`);
  }

  /** All such pipelines of the projects that a single deletion hid. */
  hiddenBy(deletionId: string): Promise<number[]> {
    return this.pipelines(sql`${UNENDED} where p.deletion_id = ${deletionId} order by j.pipeline_id`);
  }

  private async pipelines(rest: Sql): Promise<number[]> {
    const rows = await this.database.rows(query(PIPELINE_ID, sql`select distinct ${selectList(PIPELINE_ID)} ${rest}`));
    return rows.map(({ pipelineId }) => pipelineId);
  }
}
