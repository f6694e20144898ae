import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { DEPENDENCY_COLUMNS, JOB_ORDER_COLUMNS, REPORT_COLUMNS } from './job-order.columns.js';
import type { JobDependency, JobOrder, JobReport } from './job-order.js';

/** Reads everything that a runner needs for a job. */
@Injectable()
export class JobOrdersRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async find(id: number): Promise<JobOrder | null> {
    const row = await this.database.row(
      select(
        JOB_ORDER_COLUMNS,
        sql`from ci_jobs j join ci_pipelines p on p.id = j.pipeline_id left join ci_triggers t on t.id = p.trigger_id
          where j.id = ${id}`,
      ),
    );
    return row && { ...row, variables: this.openMap(row.variables), playVariables: this.openMap(row.playVariables) };
  }

  /** Returns the jobs of the pipeline that reported variables. */
  async withReports(pipelineId: number): Promise<JobReport[]> {
    const rows = await this.database.rows(
      select(
        REPORT_COLUMNS,
        sql`from ci_jobs j where j.pipeline_id = ${pipelineId} and not j.is_retried and j.report_variables is not null
          order by j.stage_position, j.id`,
      ),
    );
    return rows.map((row) => ({ ...row, reportVariables: this.openMap(row.reportVariables) }));
  }

  /** Returns the newest jobs of the pipeline that have an unexpired archive. */
  withArchives(pipelineId: number): Promise<JobDependency[]> {
    return this.database.rows(
      select(
        DEPENDENCY_COLUMNS,
        sql`from ci_jobs j join ci_artifacts a on a.job_id = j.id and a.file_type = 'archive'
          where j.pipeline_id = ${pipelineId} and not j.is_retried
            and (j.artifacts_expire_at is null or j.artifacts_expire_at > now())
          order by j.stage_position, j.id`,
      ),
    );
  }

  private openMap(sealed: Buffer | null): Readonly<Record<string, string>> {
    const value: unknown = sealed ? JSON.parse(this.box.open(sealed)) : {};
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }
}
