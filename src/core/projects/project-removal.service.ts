import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../platform/database/database.js';
import { Events } from '../events/events.service.js';
import { ProjectsRepository } from './projects.repository.js';

/** Published in the transaction that removes the rows; rooms clean up what lies outside PostgreSQL. */
export interface ProjectDeleted {
  readonly projectId: number;
  readonly repositoryStorage: string;
}
export const PROJECT_DELETED = 'project.deleted';

/** The second step of a deletion, taken by a job (contract: core §10). */
@Injectable()
export class ProjectRemoval {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly events: Events,
    private readonly database: Database,
  ) {}

  /** Removes the rows of a hidden project; rows of the rooms go with them. Safe to repeat. */
  remove(projectId: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      const project = await this.database.row<{ repositoryStorage: string; namespaceId: number }>(sql`
        select repository_storage as "repositoryStorage", namespace_id as "namespaceId" from projects where id = ${projectId} and pending_delete for update`);
      if (!project) {
        return;
      }
      const payload: ProjectDeleted = { projectId, repositoryStorage: project.repositoryStorage };
      await this.events.publish(tx, { name: PROJECT_DELETED, payload });
      await this.retireBots(projectId);
      await this.projects.delete(projectId);
      await this.dropAbandoned(project.namespaceId);
    });
  }

  /** A deleted user's namespace goes with its last project; removals that run side by side wait for each other here. */
  private async dropAbandoned(namespaceId: number): Promise<void> {
    await this.database.run(sql`
      select 1 from namespaces where id = ${namespaceId} and kind = 'user' and owner_id is null for update`);
    await this.database.run(sql`
      delete from namespaces n where n.id = ${namespaceId} and n.kind = 'user' and n.owner_id is null
        and not exists (select 1 from projects p where p.namespace_id = n.id)`);
  }

  /** The accounts of the project's tokens stay, as authors. */
  private async retireBots(projectId: number): Promise<void> {
    await this.database.run(sql`
      update users set state = 'deactivated'
      where kind = 'project_bot' and id in (select user_id from access_tokens where project_id = ${projectId})`);
  }
}
