import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { bigint, boolean, select, text } from '../../platform/database/typed-sql.js';
import { joinedAccount, JOINED_ACCOUNT } from '../access/account.columns.js';
import { MAY_RUN_JOBS } from './job-access.sql.js';
import type { Status } from './job-status.js';
import type { JobTokenHolder } from './job-token.js';

const COLUMNS = {
  ...JOINED_ACCOUNT,
  jobId: bigint`j.id`,
  jobProjectId: bigint`j.project_id`,
  pipelineId: bigint`j.pipeline_id`,
  jobStatus: text<Status>`j.status`,
  mayRunJobs: boolean`${MAY_RUN_JOBS}`,
};

@Injectable()
export class JobTokensRepository {
  constructor(private readonly database: Database) {}

  /** Includes ended jobs; null for an unknown token and for jobs of deleted projects. */
  find(value: string): Promise<JobTokenHolder | null> {
    return this.findWhere(sql`j.token_digest = ${digestOf(value)}`);
  }

  findByJob(id: number): Promise<JobTokenHolder | null> {
    return this.findWhere(sql`j.id = ${id} and j.token_digest is not null`);
  }

  private async findWhere(condition: Sql): Promise<JobTokenHolder | null> {
    const row = await this.database.lookup(
      select(
        COLUMNS,
        sql`from ci_jobs j join projects p on p.id = j.project_id and not p.pending_delete
          left join users u on u.id = j.user_id where ${condition}`,
      ),
    );
    if (!row) {
      return null;
    }
    const { jobId: id, jobProjectId: projectId, pipelineId, jobStatus, mayRunJobs } = row;
    const job = { id, projectId, pipelineId, status: mayRunJobs ? jobStatus : lost(jobStatus) };
    return { job, account: joinedAccount(row) };
  }
}

/** Status that the job of a user without access will get within moments. */
const lost = (status: Status): Status => (status === 'running' ? 'canceled' : status);
