import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/queue/job.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProjectRemovalService } from './project-removal.service.js';

export interface DeleteProjectPayload {
  readonly projectId: number;
  readonly operationId: string;
}

/** Removes a project that its owner deleted. Safe to repeat. */
@Injectable()
export class DeleteProjectJob implements Job<DeleteProjectPayload> {
  static readonly jobName = 'projects.delete-project';

  constructor(
    private readonly operations: OperationsService,
    private readonly removal: ProjectRemovalService,
  ) {}

  async perform({ projectId, operationId }: DeleteProjectPayload): Promise<void> {
    await this.operations.run(operationId, async () => {
      await this.removal.remove(projectId);
    });
  }
}
