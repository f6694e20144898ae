import { Injectable } from '@nestjs/common';
import type { JobRun } from '../../../platform/queue/job.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { OperationRefused, OperationsService } from '../../../core/operations/operations.service.js';
import type { Progress } from '../../../core/operations/operations.service.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { RegistrySubjectsRepository } from '../auth/registry-subjects.repository.js';
import { ImageRepositoriesRepository } from '../repositories/image-repositories.repository.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import { BulkTagsRepository } from '../tags/bulk-tags.repository.js';
import { heldIn } from '../tags/tag-rule.js';
import { TagRulesRepository } from '../tags/tag-rules.repository.js';
import type { CleanupOutcome, CleanupRun } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';

/** Tags in one transaction: pushes to the repository wait no longer than that. */
const BATCH = 500;

/** Carries out plans, batch by batch; the next process goes on where the last batch ended (contract: registry §4). */
@Injectable()
export class CleanupExecutionService {
  constructor(
    private readonly plans: CleanupPlansRepository,
    private readonly tags: BulkTagsRepository,
    private readonly tagRules: TagRulesRepository,
    private readonly repositories: ImageRepositoriesRepository,
    private readonly subjects: RegistrySubjectsRepository,
    private readonly operations: OperationsService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Safe to repeat. Refuses when the creator no longer is a Maintainer. */
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
      done = await this.deleteBatch(planId, run);
    }
  }

  /** Answers how many items are done now; null when the repository, or the plan with it, is gone. */
  private deleteBatch(planId: string, run: CleanupRun): Promise<number | null> {
    const { repositoryId, creator } = run;
    return this.database.transaction(async () => {
      const isLive = await this.repositories.lockForChange(repositoryId);
      const done = isLive ? await this.plans.lockDone(planId) : null;
      if (done === null) {
        return null;
      }
      const batch = run.items.slice(done, done + BATCH);
      const held = heldIn(await this.tagRules.patternsOf(run.projectId), run.repositoryName);
      const tags = batch.filter(({ name }) => !held(name));
      const graceSeconds = this.env.registry.gcGrace;
      const deleted = await this.tags.remove({ repositoryId, tags, author: creator, graceSeconds });
      const names = batch.map(({ name }) => name);
      const left = await this.tags.present(repositoryId, names);
      const among = (found: ReadonlySet<string>) => names.filter((name) => found.has(name));
      await this.plans.advance(planId, done + batch.length, among(deleted), among(left));
      await this.repositories.noteChange(repositoryId);
      return done + batch.length;
    });
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
