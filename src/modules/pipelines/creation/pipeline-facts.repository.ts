import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { ACCOUNT_COLUMNS } from '../../../core/users/user.columns.js';
import type { Account } from '../../../core/access/caller.js';

/** A project as far as its pipelines depend on it. */
export interface PipelineProject {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly namespaceFullPath: string;
  readonly defaultBranch: string | null;
  readonly ciConfigPath: string | null;
  readonly archived: boolean;
  readonly jobsEnabled: boolean;
  readonly buildTimeout: number;
  /** Ids of the groups above, top first. */
  readonly groupIds: readonly number[];
}

export type PipelineActor = Account & { readonly email: string };

/** What the making of a pipeline asks of projects and accounts. */
@Injectable()
export class PipelineFactsRepository {
  constructor(private readonly database: Database) {}

  /** Null when it is gone or about to go. */
  findProject(id: number): Promise<PipelineProject | null> {
    return this.database.row<PipelineProject>(sql`
      select p.id, p.name, p.path, r.path as "fullPath", nr.path as "namespaceFullPath",
             p.default_branch as "defaultBranch", p.ci_config_path as "ciConfigPath", p.archived,
             p.jobs_enabled as "jobsEnabled", p.build_timeout as "buildTimeout",
             case when n.kind = 'group' then n.traversal_ids else '{}' end as "groupIds"
      from projects p join routes r on r.project_id = p.id join namespaces n on n.id = p.namespace_id
        join routes nr on nr.namespace_id = n.id
      where p.id = ${id} and not p.pending_delete`);
  }

  /** Whether newer pushes cancel the pipelines of older ones. */
  async cancelsRedundant(projectId: number): Promise<boolean> {
    const row = await this.database.row(sql`
      select 1 from projects where id = ${projectId} and auto_cancel_pending_pipelines = 'enabled'`);
    return row !== null;
  }

  findActor(id: number): Promise<PipelineActor | null> {
    return this.database.row<PipelineActor>(sql`select ${ACCOUNT_COLUMNS}, u.email from users u where u.id = ${id}`);
  }
}
