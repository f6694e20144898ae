import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { OpenMergeRequest } from '../kinds/step.js';
import { OpenMergeRequestEntity } from './open-merge-request.entity.js';

const COLUMNS = columnsOf(OpenMergeRequestEntity, 'm', 'iid', 'sourceBranch', 'targetBranch');

export interface MergeRequestState extends OpenMergeRequest {
  readonly projectId: number;
  readonly state: string;
  /** Null for the current time. */
  readonly updatedAt: string | null;
}

/** Merge requests known from events (contract: integrations §4.3). */
@Injectable()
export class OpenMergeRequestsRepository {
  constructor(private readonly database: Database) {}

  opened(projectId: number): Promise<OpenMergeRequest[]> {
    return this.database.rows(
      select(COLUMNS, sql`from open_merge_requests m where m.project_id = ${projectId} and m.state = 'opened'`),
    );
  }

  /** An older event does not overwrite a newer state. */
  async note({ projectId, iid, sourceBranch, targetBranch, state, updatedAt }: MergeRequestState): Promise<void> {
    await this.database.run(sql`
      insert into open_merge_requests as m (project_id, iid, source_branch, target_branch, state, updated_at)
      values (${projectId}, ${iid}, ${sourceBranch}, ${targetBranch}, ${state}, coalesce(${updatedAt}::timestamptz, now()))
      on conflict (project_id, iid) do update
      set source_branch = excluded.source_branch, target_branch = excluded.target_branch, state = excluded.state,
        updated_at = excluded.updated_at
      where m.updated_at <= excluded.updated_at`);
  }
}
