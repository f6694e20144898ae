import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Account } from '../access/caller.js';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { ACCOUNT_COLUMNS } from '../users/user.columns.js';
import { MAY_RUN_JOBS } from '../../modules/pipelines/jobs/job-access.sql.js';
import type { Status } from '../../modules/pipelines/processing/statuses.js';
import type { JobTokenHolder } from './job-token.js';

interface Row extends Account {
  readonly jobId: number;
  readonly jobProjectId: number;
  readonly pipelineId: number;
  readonly jobStatus: Status;
  readonly mayRunJobs: boolean;
}

@Injectable()
export class JobTokensRepository {
  constructor(private readonly database: Database) {}

  /** Ended jobs too; null for an unknown token and for jobs of deleted projects. */
  find(value: string): Promise<JobTokenHolder | null> {
    return this.findWhere(sql`j.token_digest = ${digestOf(value)}`);
  }

  findByJob(id: number): Promise<JobTokenHolder | null> {
    return this.findWhere(sql`j.id = ${id} and j.token_digest is not null`);
  }

  private async findWhere(condition: Sql): Promise<JobTokenHolder | null> {
    const row = await this.database.row<Row>(sql`
      select ${ACCOUNT_COLUMNS}, j.id as "jobId", j.project_id as "jobProjectId", j.pipeline_id as "pipelineId",
             j.status as "jobStatus", ${MAY_RUN_JOBS} as "mayRunJobs"
      from ci_jobs j join projects p on p.id = j.project_id and not p.pending_delete left join users u on u.id = j.user_id
      where ${condition}`);
    if (!row) {
      return null;
    }
    const { jobId, jobProjectId, pipelineId, jobStatus, mayRunJobs, ...account } = row;
    const job = { id: jobId, projectId: jobProjectId, pipelineId, status: mayRunJobs ? jobStatus : lost(jobStatus) };
    return { job, account: isThere(account) ? account : null };
  }
}

/** What becomes of the job of a user without access, at the latest a moment later. */
const lost = (status: Status): Status => (status === 'running' ? 'canceled' : status);

/** The join found somebody. */
const isThere = (account: { readonly id: number | null }): boolean => account.id !== null;
