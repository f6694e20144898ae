import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { levelInGroups, levelInProject } from '../../../core/access/levels.sql.js';
import type { RefPermission } from '../protection/protection-rule.js';
import type { Pusher, PushedProject } from './push.js';

/** The facts of projects and accounts that checking and completing a push need. */
@Injectable()
export class PushFactsRepository {
  constructor(private readonly database: Database) {}

  /** Null when it is gone or about to go. */
  findProject(id: number): Promise<PushedProject | null> {
    return this.database.row<PushedProject>(sql`
      select p.id, p.name, r.path as "fullPath", p.description, p.visibility, p.default_branch as "defaultBranch",
             p.ci_config_path as "ciConfigPath", p.archived, p.empty_repo as "emptyRepo", n.name as "namespaceName",
             n.kind as "namespaceKind", n.traversal_ids as "traversalIds",
             g.default_branch_protection as "groupBranchProtection"
      from projects p join namespaces n on n.id = p.namespace_id join routes r on r.project_id = p.id
        left join groups g on g.id = n.id
      where p.id = ${id} and not p.pending_delete`);
  }

  /** The user's level in the project as of now; nothing for accounts that may not act. */
  async permission(projectId: number, userId: number): Promise<RefPermission> {
    const row = await this.database.row<{ isAdmin: boolean; own: number | null; byGroups: number | null }>(sql`
      select u.is_admin as "isAdmin", ${levelInProject(userId)} as own, ${levelInGroups(userId)} as "byGroups"
      from users u, projects p join namespaces n on n.id = p.namespace_id
      where u.id = ${userId} and u.state = 'active' and p.id = ${projectId}`);
    return { isAdmin: row?.isAdmin ?? false, level: Math.max(row?.own ?? 0, row?.byGroups ?? 0) };
  }

  findPusher(id: number): Promise<Pusher | null> {
    return this.database.row<Pusher>(sql`select id, name, username, email from users where id = ${id}`);
  }

  /** The project was worked on; its repository has something in it. */
  async noteActivity(projectId: number, isEmpty: boolean): Promise<void> {
    await this.database.run(sql`
      update projects set last_activity_at = now(), empty_repo = ${isEmpty}, updated_at = now() where id = ${projectId}`);
  }

  async setDefaultBranch(projectId: number, name: string): Promise<void> {
    await this.database.run(sql`update projects set default_branch = ${name} where id = ${projectId}`);
  }
}
