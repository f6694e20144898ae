import { Injectable } from '@nestjs/common';
import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import { EventsService } from '../events/events.service.js';
import { ContainerRepositories } from '../namespaces/container-repositories.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';

/** Published in the transaction that removes the rows; modules clean up what lies outside PostgreSQL. */
export interface ProjectDeleted {
  readonly projectId: number;
  readonly repositoryStorage: string;
}
export const PROJECT_DELETED = 'project.deleted';

/** The second step of a deletion, taken by a job (contract: core §10). */
@Injectable()
export class ProjectRemovalService {
  constructor(
    private readonly deletions: ProjectDeletionsRepository,
    private readonly contributions: Contributions,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /** Removes the rows of a hidden project; rows of other modules go with them. Safe to repeat. */
  remove(projectId: number): Promise<void> {
    // requests that began before it was hidden may still work below it
    return this.database.givingWay(async (tx) => {
      const project = await this.deletions.lockHidden(projectId);
      if (!project) {
        return;
      }
      const payload: ProjectDeleted = { projectId, repositoryStorage: project.repositoryStorage };
      await this.events.publish(tx, { name: PROJECT_DELETED, payload });
      await this.contributions.only(ContainerRepositories).removeAllOf(tx, { projectId });
      await this.deletions.retireBots(projectId);
      await this.deletions.delete(projectId);
      await this.deletions.dropAbandonedNamespace(project.namespaceId);
    });
  }
}
