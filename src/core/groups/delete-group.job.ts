import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/queue/job.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProjectDeletionsRepository } from '../projects/project-deletions.repository.js';
import { ProjectRemovalService } from '../projects/project-removal.service.js';
import { GroupRemovalService } from './group-removal.service.js';

export interface DeleteGroupPayload {
  readonly groupId: number;
  readonly operationId: string;
}

/** Removes a deleted group: its projects one by one, then the groups. Safe to repeat. */
@Injectable()
export class DeleteGroupJob implements Job<DeleteGroupPayload> {
  static readonly jobName = 'groups.delete-group';

  constructor(
    private readonly operations: OperationsService,
    private readonly deletions: ProjectDeletionsRepository,
    private readonly projects: ProjectRemovalService,
    private readonly groups: GroupRemovalService,
  ) {}

  async perform({ groupId, operationId }: DeleteGroupPayload): Promise<void> {
    await this.operations.run(operationId, async (progress) => {
      const projectIds = await this.deletions.hidden({ groupId });
      for (const [index, projectId] of projectIds.entries()) {
        await this.projects.remove(projectId);
        await progress.advance(index + 1);
      }
      await this.groups.remove(groupId);
    });
  }
}
