import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { DeleteMergedBranchesJob } from './delete-merged-branches.job.js';

const MERGED_DELETION = 'merged_branches_deletion';

/** Schedules the deletion of merged branches (contract: git §3.1). */
@Injectable()
export class MergedBranchesDeletionService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** Throws 403 for an archived project and during a storage move. */
  async schedule(project: Project, caller: Caller): Promise<Operation> {
    if (project.archived) {
      throw forbidden('The project is archived');
    }
    await this.code.refuseReadOnly(project);
    return this.database.transaction(async (tx) => {
      const operation = await this.operations.schedule(tx, {
        kind: MERGED_DELETION,
        creatorId: caller.userId,
        projectId: project.id,
      });
      const payload = {
        projectId: project.id,
        operationId: operation.id,
        actorId: caller.userId,
        address: caller.address,
      };
      await this.jobs.enqueue(tx, DeleteMergedBranchesJob, payload);
      return operation;
    });
  }
}
