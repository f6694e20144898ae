import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { levelsOf, permissionIn } from '../../repositories/pushes/push-permission.js';
import type { RefPermission } from '../../repositories/protection/protection-rule.js';
import { ACCOUNT } from '../../../core/access/account.columns.js';

const PROJECT_COLUMNS = {
  ...columnsOf(
    ProjectEntity,
    'p',
    'id',
    'name',
    'path',
    'defaultBranch',
    'ciConfigPath',
    'archived',
    'jobsEnabled',
    'buildTimeout',
  ),
  fullPath: text`r.path`,
  namespaceFullPath: text`nr.path`,
};

/** Project data that its pipelines depend on. */
export type PipelineProject = RowOf<typeof PROJECT_COLUMNS>;

const ACTOR_COLUMNS = { ...ACCOUNT, ...columnsOf(UserEntity, 'u', 'email') };
export type PipelineActor = RowOf<typeof ACTOR_COLUMNS>;

/** An account that creates a pipeline in a project. */
export interface PipelineCreator {
  readonly actor: PipelineActor;
  readonly permission: RefPermission;
}

/** Reads the data about projects and accounts that the creation of a pipeline needs. */
@Injectable()
export class PipelineFactsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the project is deleted or about to be. */
  findProject(id: number): Promise<PipelineProject | null> {
    return this.database.lookup(
      select(
        PROJECT_COLUMNS,
        sql`from projects p join routes r on r.project_id = p.id join namespaces n on n.id = p.namespace_id
            join routes nr on nr.namespace_id = n.id
          where p.id = ${id} and not p.pending_delete`,
      ),
    );
  }

  /** Whether newer pushes cancel the pipelines of older ones. */
  cancelsRedundant(projectId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from projects where id = ${projectId} and auto_cancel_pending_pipelines = 'enabled'`);
  }

  findActor(id: number): Promise<PipelineActor | null> {
    return this.database.lookup(select(ACTOR_COLUMNS, sql`from users u where u.id = ${id}`));
  }

  /** Returns an account with its current permissions in the project; null when either no longer exists. */
  async findCreator(projectId: number, userId: number): Promise<PipelineCreator | null> {
    const row = await this.database.lookup(
      select(
        { ...levelsOf(userId), ...ACTOR_COLUMNS },
        sql`from users u, projects p join namespaces n on n.id = p.namespace_id
          where u.id = ${userId} and p.id = ${projectId}`,
      ),
    );
    return row && { actor: row, permission: permissionIn(row) };
  }
}
