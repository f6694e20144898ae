import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { Caller } from '../../../core/access/caller.js';
import { OperationRefused } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectsService } from '../../../core/projects/projects.service.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { JobPostponed } from '../../../platform/queue/job.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';
import { BranchWritesService } from './branch-writes.service.js';
import { MergedBranchReadsService } from './merged-branch-reads.service.js';

/** Deletes merged branches on behalf of the job (contract: git §3.1). */
@Injectable()
export class MergedBranchesExecutionService {
  constructor(
    private readonly merged: MergedBranchReadsService,
    private readonly branches: BranchWritesService,
    private readonly code: ProjectCodeService,
    private readonly projects: ProjectsService,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Deletes the merged branches. Permissions are checked at the time of each deletion; a branch that may no longer be
   * deleted stays. Throws {@link JobPostponed} if a storage move has begun; the remaining branches are deleted after
   * it. Throws {@link OperationRefused} if the project is gone or hidden from its actor.
   */
  async deleteAll(projectId: number, actorId: number, address: string, progress: Progress) {
    try {
      return await this.deleteMerged(projectId, actorId, address, progress);
    } catch (error) {
      throw error instanceof ApiError && error.status === 404 ? new OperationRefused('The project is gone.') : error;
    }
  }

  private async deleteMerged(projectId: number, actorId: number, address: string, progress: Progress) {
    const account = await this.users.findAccount(actorId);
    const credential = { kind: 'session', id: 0, scopes: null, expiresAt: null } as const;
    const caller = account ? Caller.signedIn(account, credential, address) : Caller.anonymous(address);
    const project = await this.projects.get(projectId, caller);
    const toDelete = (await this.merged.evaluate(project)).filter(({ action }) => action === 'delete');
    const deleted: string[] = [];
    for (const { name } of toDelete) {
      if (!(await progress.advance(deleted.length, toDelete.length))) {
        break;
      }
      if (await this.delete(project, name, caller)) {
        deleted.push(name);
      }
    }
    return { deleted };
  }

  private async delete(project: Project, name: string, caller: Caller): Promise<boolean> {
    try {
      await this.branches.delete(project, name, caller, ({ isMerged }) => isMerged);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        throw error;
      }
      if (await this.code.isReadOnly(project)) {
        throw new JobPostponed('The repository is being moved.');
      }
      return false;
    }
  }
}
