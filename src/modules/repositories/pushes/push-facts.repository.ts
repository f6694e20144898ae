import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { GroupEntity } from '../../../core/groups/group.entity.js';
import { NamespaceEntity } from '../../../core/namespaces/namespace.entity.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { jsonRows, nullable, select, text } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ProtectedBranchEntity } from '../protection/protected-branch.entity.js';
import { ProtectedTagEntity } from '../protection/protected-tag.entity.js';
import type { RefPermission } from '../protection/protection-rule.js';
import { levelsOf, permissionIn } from './push-permission.js';
import type { PushRules } from '../protection/push-policy.js';

const namespace = columnsOf(NamespaceEntity, 'n');
const PROJECT_COLUMNS = {
  ...columnsOf(
    ProjectEntity,
    'p',
    'id',
    'name',
    'description',
    'visibility',
    'defaultBranch',
    'ciConfigPath',
    'archived',
    'emptyRepo',
    'jobsEnabled',
  ),
  fullPath: text`r.path`,
  namespaceName: namespace.name,
  namespaceKind: namespace.kind,
  traversalIds: namespace.traversalIds,
  /** The setting of the owning group; null in a personal namespace. */
  groupBranchProtection: nullable(columnsOf(GroupEntity, 'g').defaultBranchProtection),
};
const PUSHER_COLUMNS = columnsOf(UserEntity, 'u', 'id', 'name', 'username', 'email');
const RULES = {
  ...columnsOf(ProjectEntity, 'p', 'archived', 'defaultBranch'),
  branches: jsonRows(
    columnsOf(ProtectedBranchEntity, 'b', 'pattern', 'pushLevel', 'mergeLevel', 'allowForcePush'),
    sql`from protected_branches b where b.project_id = p.id`,
  ),
  tags: jsonRows(
    columnsOf(ProtectedTagEntity, 't', 'pattern', 'createLevel'),
    sql`from protected_tags t where t.project_id = p.id`,
  ),
};

export type ProjectRules = PushRules & Pick<ProjectEntity, 'archived'>;

/** The fields of a project that matter for writes to it. */
export type PushedProject = RowOf<typeof PROJECT_COLUMNS>;

/** The account that pushes, as shown in events. */
export type Pusher = RowOf<typeof PUSHER_COLUMNS>;

/** Reads the facts about projects and accounts that are needed to check and complete a push. */
@Injectable()
export class PushFactsRepository {
  constructor(private readonly database: Database) {}

  /** Returns null if the project is gone or about to be deleted. */
  findProject(id: number): Promise<PushedProject | null> {
    return this.database.lookup(
      select(
        PROJECT_COLUMNS,
        sql`from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
            left join groups g on g.id = n.id
          where p.id = ${id} and not p.pending_delete`,
      ),
    );
  }

  /**
   * Returns the current facts that decide about the user's pushes to the project; null if it is gone or about to be
   * deleted.
   */
  async rules(projectId: number, userId: number): Promise<ProjectRules | null> {
    const row = await this.database.lookup(
      select(
        { ...RULES, ...levelsOf(userId) },
        sql`from projects p join namespaces n on n.id = p.namespace_id
              left join users u on u.id = ${userId} and u.state = 'active'
            where p.id = ${projectId} and not p.pending_delete`,
      ),
    );
    return row && { ...row, ...permissionIn(row) };
  }

  /** Returns the user's current level in the project; none for accounts that may not act. */
  async permission(projectId: number, userId: number): Promise<RefPermission> {
    const row = await this.database.lookup(
      select(
        levelsOf(userId),
        sql`from users u, projects p join namespaces n on n.id = p.namespace_id
          where u.id = ${userId} and u.state = 'active' and p.id = ${projectId}`,
      ),
    );
    return permissionIn(row);
  }

  findPusher(id: number): Promise<Pusher | null> {
    return this.database.lookup(select(PUSHER_COLUMNS, sql`from users u where u.id = ${id}`));
  }

  /** Notes activity in the project, and whether its repository is empty. */
  async noteActivity(projectId: number, emptyRepo: boolean): Promise<void> {
    await this.database.runWithNext(sql`
      update projects set empty_repo = ${emptyRepo}, last_activity_at = now(), updated_at = now()
      where id = ${projectId}`);
  }

  async setDefaultBranch(projectId: number, defaultBranch: string): Promise<void> {
    await this.database.repository(ProjectEntity).update(projectId, { defaultBranch });
  }
}
