import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { Repository } from '../../repositories/repository.js';
import type { Evaluation } from '../definition/evaluation/definition-evaluation.service.js';
import type { PipelineVariable } from '../pipeline.js';
import type { CiVariable } from '../variables/ci-variable.js';
import { CiVariablesRepository } from '../variables/ci-variables.repository.js';
import { predefined } from '../variables/predefined.js';
import { PipelineFactsRepository } from './pipeline-facts.repository.js';
import type { PipelineCreator, PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineOrder } from './pipeline-order.js';
import type { PipelinePlan } from './pipeline-plan.js';
import { duplicateVariable, filteredOut, jobsDisabled, noDefinition, noJobs } from './pipeline-refusals.js';
import { PipelineSourcesService } from './pipeline-sources.service.js';
import { permitted, PipelineRightsService } from './pipeline-rights.service.js';
import type { RefRules } from './pipeline-rights.service.js';

export const PAYLOAD_VARIABLE = 'TRIGGER_PAYLOAD';

interface PlanningFacts {
  readonly project: PipelineProject;
  readonly repository: Repository;
  readonly variables: readonly CiVariable[];
  readonly rules: RefRules;
}

/** Determines which pipeline would be created, or why there would be none; writes nothing (contract: triggers §3). */
@Injectable()
export class PipelinePlanningService {
  constructor(
    private readonly facts: PipelineFactsRepository,
    private readonly rights: PipelineRightsService,
    private readonly variables: CiVariablesRepository,
    private readonly repositories: RepositoriesService,
    private readonly sources: PipelineSourcesService,
    private readonly env: Env,
  ) {}

  /**
   * Throws the refusals of the contract in their order, except the one for a bad definition, which is part of the plan.
   */
  async plan(order: PipelineOrder): Promise<PipelinePlan> {
    const { projectId, userId } = order;
    const [project, creator, repository, variables, rules] = await Promise.all([
      this.getProject(projectId),
      userId === null ? null : this.facts.findCreator(projectId, userId),
      this.repositories.getCode(projectId),
      this.variables.reaching(projectId),
      this.rights.rules(projectId),
    ]);
    return this.planOn(order, { project, repository, variables, rules }, permitted(creator));
  }

  /**
   * Whether there is something to plan: this check is the whole cost of a pushed commit without a definition. Throws
   * like {@link plan}.
   */
  async hasDefinition(projectId: number, objectId: string): Promise<boolean> {
    const [project, repository] = await Promise.all([this.getProject(projectId), this.repositories.getCode(projectId)]);
    return this.sources.hasDefinition(repository, objectId, project);
  }

  private async getProject(id: number): Promise<PipelineProject> {
    const project = await this.facts.findProject(id);
    if (!project) {
      throw notFound('Project');
    }
    refuseArchived(project);
    if (!project.jobsEnabled) {
      throw jobsDisabled();
    }
    return project;
  }

  private async planOn(
    order: PipelineOrder,
    { project, repository, variables, rules }: PlanningFacts,
    { actor, permission }: PipelineCreator,
  ): Promise<PipelinePlan> {
    const ref = await this.sources.refOf(repository, order);
    const isProtected = this.rights.evaluateRef(rules, ref, permission);
    refuseDuplicates(order.variables);
    const subject = {
      ref: ref.name,
      isTag: ref.kind === 'tag',
      source: order.source,
      predefined: predefined({ order, project, ref, isProtected, actor }, this.env),
      outer: outerVariables(variables, isProtected, order.variables),
    };
    const definition = await this.sources.definitionOf(repository, ref.commit, project, subject);
    if (!definition) {
      throw noDefinition();
    }
    const { path: configPath, evaluation } = definition;
    return { project, repository, ref, isProtected, configPath, ...checked(evaluation) };
  }
}

/** Variables that take precedence over those of the file (contract: triggers §11). */
function outerVariables(kept: readonly CiVariable[], isProtected: boolean, own: readonly PipelineVariable[]) {
  const reaching = kept.filter((variable) => isProtected || !variable.isProtected);
  const everywhere = reaching.filter(({ environmentScope }) => environmentScope === '*');
  return new Map([...everywhere, ...own].map(({ key, value }) => [key, value]));
}

function checked(evaluation: Evaluation) {
  if (evaluation.is !== 'evaluated') {
    return { error: evaluation.error };
  }
  const { name, summaries, error, jobs } = evaluation;
  if (!summaries) {
    throw filteredOut();
  }
  if (error !== null) {
    return { error };
  }
  if (jobs.length === 0) {
    throw noJobs();
  }
  return { error: null, name, summaries, jobs };
}

function refuseDuplicates(variables: readonly PipelineVariable[]): void {
  const seen = new Set([PAYLOAD_VARIABLE]);
  for (const { key } of variables) {
    if (seen.has(key)) {
      throw duplicateVariable(key);
    }
    seen.add(key);
  }
}
