import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { CiJobEntity } from '../../pipelines/records/ci-job.entity.js';

const JOB_ID = columnsOf(CiJobEntity, 'j', 'id');

/** Project data that deliveries need. */
@Injectable()
export class ProjectFactsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the ids that are jobs of the project: events from other programs may contain any id. */
  async jobsAmong(projectId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.rows(
      select(JOB_ID, sql`from ci_jobs j where j.project_id = ${projectId} and j.id = any(${[...ids]}::bigint[])`),
    );
    return rows.map(({ id }) => id);
  }

  /** Whether the project, or a group above it, sends no mail (contract: integrations §10.1). */
  hasMailDisabled(projectId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from projects p join namespaces n on n.id = p.namespace_id left join groups g on g.id = any(n.traversal_ids)
      where p.id = ${projectId} and 'true' in (p.switches ->> 'emails_disabled', g.switches ->> 'emails_disabled')`);
  }
}
