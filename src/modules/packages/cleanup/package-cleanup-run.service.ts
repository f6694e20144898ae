import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { AuditedPathsRepository } from '../../../core/audit/audited-paths.repository.js';
import { BY_SYSTEM } from '../../../core/audit/by-system.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import type { JobRun } from '../../../platform/queue/job.js';
import { PackageDeletionService } from '../management/package-deletion.service.js';
import { PackageCleanupPoliciesService } from './package-cleanup-policies.service.js';
import { decide } from './package-decisions.js';
import { PackageFactsRepository } from './package-facts.repository.js';

export interface PackageCleanupRun {
  readonly operationId: string;
  readonly projectId: number;
  /** Null for a run that the schedule started. */
  readonly creatorId: number | null;
  /** When the run was requested. Ages are measured from this time, however often the run is retried. */
  readonly moment: string;
}

/** Executes a project's policy, package by package (contract: packages §6.2). */
@Injectable()
export class PackageCleanupRunService {
  constructor(
    private readonly policies: PackageCleanupPoliciesService,
    private readonly facts: PackageFactsRepository,
    private readonly deletion: PackageDeletionService,
    private readonly operations: OperationsService,
    private readonly users: UsersRepository,
    private readonly paths: AuditedPathsRepository,
  ) {}

  /** Safe to repeat: packages that an earlier attempt deleted are neither found nor counted among the newest. */
  async carryOut({ operationId, projectId, creatorId, moment }: PackageCleanupRun, job: JobRun): Promise<void> {
    await this.operations.attempt(operationId, job, async (progress) => {
      const rules = await this.policies.get(projectId);
      const decisions = await decide(await this.facts.ofProject(projectId), rules, new Date(moment));
      const ids = decisions.filter(({ action }) => action === 'delete').map((decision) => decision.package.id);
      const deletedCount = await this.deleteAll(projectId, ids, await this.authorOf(creatorId), { progress, job });
      await this.operations.settle(operationId, deletedCount, ids.length);
      return { deleted_count: deletedCount, kept_count: decisions.length - ids.length };
    });
  }

  private async deleteAll(
    projectId: number,
    ids: readonly number[],
    author: AuditAuthor,
    { progress, job }: { readonly progress: Progress; readonly job: JobRun },
  ): Promise<number> {
    const audited = { type: 'Project' as const, id: projectId, ...(await this.paths.ofProject(projectId)) };
    let deleted = 0;
    for (const id of ids) {
      job.signal.throwIfAborted();
      if (!(await progress.advance(deleted, ids.length))) {
        break;
      }
      deleted += (await this.deletion.deleteIfThere(audited, id, author)) ? 1 : 0;
    }
    return deleted;
  }

  private async authorOf(creatorId: number | null): Promise<AuditAuthor> {
    const account = creatorId === null ? null : await this.users.findAccount(creatorId);
    return account ? { ...BY_SYSTEM, account, userId: account.id } : BY_SYSTEM;
  }
}
