import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Operation } from '../../../core/operations/operation.js';
import type { Project } from '../../../core/projects/project.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { BulkTagsRepository } from '../tags/bulk-tags.repository.js';
import { HeldTagsService } from '../tags/held-tags.service.js';
import type { TagFacts } from '../tags/tag.columns.js';
import { tagsToDelete } from './cleanup-policy.js';
import { planOf } from './cleanup-plan.js';
import type { CleanupPreview } from './cleanup-plan.js';
import { CleanupPlansRepository } from './cleanup-plans.repository.js';
import type { CleanupRules, TagDecision } from './cleanup-rules.js';
import { CleanupStartsService } from './cleanup-starts.service.js';
import { ReclaimableRepository } from './reclaimable.repository.js';

/** How long the plan of a dry run can be applied (contract: registry §9.1). */
const PLAN_SECONDS = HOUR_SECONDS;

/** Bulk deletes of tags: decided immediately, executed by a job (contract: registry §4, §9.1). */
@Injectable()
export class CleanupService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly plans: CleanupPlansRepository,
    private readonly tags: BulkTagsRepository,
    private readonly heldTags: HeldTagsService,
    private readonly reclaimable: ReclaimableRepository,
    private readonly starts: CleanupStartsService,
    private readonly clock: Clock,
  ) {}

  /** Changes nothing, but stores the plan for an hour. */
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

  /** Throws 404 for the repository, and 400 if it recently had a bulk delete. */
  async refuseSoonAfter(project: Project, repositoryId: number): Promise<void> {
    await this.starts.refuseSoonAfter(await this.liveRepository(project, repositoryId));
  }

  /** Throws 404 for the repository, and 400 if it recently had a bulk delete. */
  async schedule(project: Project, repositoryId: number, rules: CleanupRules, caller: Caller): Promise<Operation> {
    const moment = this.clock.now();
    const repository = await this.liveRepository(project, repositoryId);
    await this.starts.refuseSoonAfter(repository);
    const decisions = await this.evaluate(repository, rules, moment);
    return this.starts.start(repository, planOf(decisions, rules), moment, caller);
  }

  /**
   * Deletes exactly what a dry run planned. Throws 404 for the repository and the plan, and 400 like {@link schedule}.
   */
  async apply(project: Project, repositoryId: number, planId: string, caller: Caller): Promise<Operation> {
    const moment = this.clock.now();
    const repository = await this.liveRepository(project, repositoryId);
    const plan = await this.plans.findOpen(planId, repository.id);
    if (!plan) {
      throw notFound('Plan');
    }
    return this.starts.start(repository, plan, moment, caller);
  }

  private async liveRepository(project: Project, id: number): Promise<RepositoryRecord> {
    const repository = await this.repositories.getInProject(project, id);
    if (repository.status !== null) {
      throw notFound('Repository');
    }
    refuseArchived(project);
    return repository;
  }

  private async evaluate(repository: RepositoryRecord, rules: CleanupRules, moment: Date): Promise<TagDecision[]> {
    const facts: TagFacts[] = [];
    for await (const page of this.tags.facts(repository.id)) {
      facts.push(...page);
    }
    const held = await this.heldTags.among(
      repository,
      facts.map(({ name }) => name),
    );
    return tagsToDelete(facts, rules, (name) => held.has(name), moment);
  }
}
