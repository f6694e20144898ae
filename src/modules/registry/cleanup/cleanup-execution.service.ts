import { Injectable } from '@nestjs/common';
import type { JobRun } from '../../../platform/queue/job.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { OperationRefused, OperationsService } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import { Database } from '../../../platform/database/database.js';
import { RegistrySubjectsRepository } from '../auth/registry-subjects.repository.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import { CleanupBatchesService } from './cleanup-batches.service.js';
import type { CleanupOutcome, CleanupRun } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';

/** Executes plans batch by batch; another process continues where the last batch ended (contract: registry §4). */
@Injectable()
export class CleanupExecutionService {
  constructor(
    private readonly plans: CleanupPlansRepository,
    private readonly batches: CleanupBatchesService,
    private readonly subjects: RegistrySubjectsRepository,
    private readonly operations: OperationsService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Safe to repeat. Refuses if the creator is no longer a Maintainer. */
  async carryOut(planId: string, operationId: string, job: JobRun): Promise<void> {
    await this.operations.attempt(operationId, job, async (progress) => {
      const run = await this.plans.findRun(planId);
      if (!run?.isAllowed) {
        throw new OperationRefused('access denied');
      }
      await this.deleteAll(planId, run, progress, job.signal);
      const outcome = await this.plans.outcome(planId);
      await this.operations.settle(operationId, outcome.done, run.items.length);
      await this.record(run, outcome);
      return resultOf(run, outcome);
    });
  }

  private async deleteAll(planId: string, run: CleanupRun, progress: Progress, signal: AbortSignal): Promise<void> {
    let done: number | null = run.done;
    while (done !== null && done < run.items.length) {
      signal.throwIfAborted();
      if (!(await progress.advance(done, run.items.length))) {
        return;
      }
      done = await this.batches.deleteNext(planId, run);
    }
  }

  private async record(run: CleanupRun, { deletedCount }: CleanupOutcome): Promise<void> {
    const account = run.creator.id === null ? null : await this.subjects.findAccount(run.creator.id);
    const by = { account, userId: account?.id ?? 0, address: '', sudoBy: null, credential: null };
    const repository = { ...run, name: run.repositoryName };
    const target = { id: run.repositoryId, type: 'ContainerRepository', details: imagePathOf(repository) };
    await this.database.transaction((tx) =>
      this.audit.record(tx, by, auditedProjectOf(repository), target, {
        custom_message: `${deletedCount} image tags deleted`,
      }),
    );
  }
}

/** Contract: registry §4 Operation. */
const resultOf = ({ keptCount, items }: CleanupRun, { done, deletedCount, deleted, skipped }: CleanupOutcome) => ({
  deleted_count: deletedCount,
  kept_count: keptCount + skipped.length + (items.length - done),
  deleted,
  skipped,
});
