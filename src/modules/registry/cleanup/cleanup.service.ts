import { Injectable } from '@nestjs/common';
import { message, notFound } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/queue/job.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { auditedProjectOf, imagePathOf } from '../repositories/image-repository.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { BulkTagsRepository } from '../tags/bulk-tags.repository.js';
import type { TagFacts } from '../tags/tag.columns.js';
import { heldIn } from '../tags/tag-rule.js';
import { TagRulesRepository } from '../tags/tag-rules.repository.js';
import { tagsToDelete } from './cleanup-policy.js';
import { CleanupLeasesRepository } from './cleanup-leases.repository.js';
import { planOf } from './cleanup-plan.js';
import type { CleanupPlan, CleanupPreview } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';
import type { CleanupRules, TagDecision } from './cleanup-rules.js';
import { DeleteTagsJob } from './delete-tags.job.js';
import { ReclaimableRepository } from './reclaimable.repository.js';

export const BULK_DELETE_KIND = 'registry_tags_bulk_delete';
/** How long a dry run's plan can be applied (contract: registry §9.1). */
const PLAN_SECONDS = 3600;
/** A plan under way is kept as long as its operation. */
const RUN_SECONDS = 30 * 86_400;

/** Bulk deletes of tags: decided at once, carried out by a job (contract: registry §4, §9.1). */
@Injectable()
export class CleanupService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly leases: CleanupLeasesRepository,
    private readonly plans: CleanupPlansRepository,
    private readonly tags: BulkTagsRepository,
    private readonly tagRules: TagRulesRepository,
    private readonly reclaimable: ReclaimableRepository,
    private readonly operations: OperationsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Nothing changes but that the plan is kept for an hour. */
  async preview(project: Project, repositoryId: number, rules: CleanupRules, caller: Caller): Promise<CleanupPreview> {
    const repository = await this.liveRepository(project, repositoryId);
    const decisions = await this.evaluate(repository, rules, this.clock.now());
    const plan = planOf(decisions, rules);
    const { id, expiresAt } = await this.plans.insert(
      { repositoryId, creatorId: caller.userId, operationId: null, livesSeconds: PLAN_SECONDS },
      plan,
    );
    const names = plan.items.map(({ name }) => name);
    return { decisions, planId: id, expiresAt, reclaimableBytes: await this.reclaimable.bytesOf(repositoryId, names) };
  }

  /** Throws 404 for the repository, and 400 when the repository had one lately. */
  async schedule(project: Project, repositoryId: number, rules: CleanupRules, caller: Caller): Promise<Operation> {
    const moment = this.clock.now();
    const repository = await this.liveRepository(project, repositoryId);
    await this.refuseSoonAfter(repository);
    const decisions = await this.evaluate(repository, rules, moment);
    return this.start(repository, planOf(decisions, rules), moment, caller);
  }

  /** Deletes exactly what a dry run planned. Throws 404 for the repository and the plan, 400 as {@link schedule}. */
  async apply(project: Project, repositoryId: number, planId: string, caller: Caller): Promise<Operation> {
    const moment = this.clock.now();
    const repository = await this.liveRepository(project, repositoryId);
    const plan = await this.plans.findOpen(planId, repository.id);
    if (!plan) {
      throw notFound('Plan');
    }
    return this.start(repository, plan, moment, caller);
  }

  private async liveRepository(project: Project, id: number): Promise<RepositoryRecord> {
    const repository = await this.repositories.getInProject(project, id);
    if (repository.status !== null) {
      throw notFound('Repository');
    }
    refuseArchived(project);
    return repository;
  }

  /** Only saves work: the lease itself decides. */
  private async refuseSoonAfter({ id }: RepositoryRecord): Promise<void> {
    if (!(await this.leases.isFree(id))) {
      throw tooSoon();
    }
  }

  private async evaluate(repository: RepositoryRecord, rules: CleanupRules, moment: Date): Promise<TagDecision[]> {
    const held = heldIn(await this.tagRules.patternsOf(repository.projectId), repository.name);
    const facts: TagFacts[] = [];
    for await (const page of this.tags.facts(repository.id)) {
      facts.push(...page);
    }
    return tagsToDelete(facts, rules, held, moment);
  }

  /** Lease, operation, plan, job and audit event are one transaction (contract: registry §4). */
  private start(repository: RepositoryRecord, plan: CleanupPlan, moment: Date, caller: Caller): Promise<Operation> {
    const { id, projectId } = repository;
    return this.database.transaction(async (tx) => {
      if (!(await this.leases.take(id, this.env.registry.bulkDeleteInterval, moment))) {
        throw tooSoon();
      }
      const operation = await this.operations.schedule(tx, {
        kind: BULK_DELETE_KIND,
        creatorId: caller.userId,
        projectId,
        subject: `repository:${id}`,
        total: plan.items.length,
      });
      const created = {
        repositoryId: id,
        creatorId: caller.userId,
        operationId: operation.id,
        livesSeconds: RUN_SECONDS,
      };
      const stored = await this.plans.insert(created, plan);
      await this.jobs.enqueue(tx, DeleteTagsJob, { planId: stored.id, operationId: operation.id });
      const target = { id, type: 'ContainerRepository', details: imagePathOf(repository) };
      await this.audit.record(tx, caller, auditedProjectOf(repository), target, {
        custom_message: `Deletion of ${plan.items.length} image tags scheduled`,
      });
      return operation;
    });
  }
}

/** One text whatever the interval is (contract: registry §4 Lease). */
const tooSoon = () =>
  message(
    400,
    'This request has already been made. You can run this at most once an hour for a given container repository',
  );
