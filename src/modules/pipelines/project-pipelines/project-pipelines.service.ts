import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { ShownJob } from '../jobs/ci-job.js';
import { CiJobsRepository } from '../records/ci-jobs.repository.js';
import { PipelineCreationService, refuseFailed } from '../creation/pipeline-creation.service.js';
import type { PipelineOrder } from '../creation/pipeline-order.js';
import { PipelinePlanningService } from '../creation/pipeline-planning.service.js';
import { PipelineTurnsService } from '../creation/pipeline-turns.service.js';
import type { Pipeline, PipelineVariable } from '../pipeline.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { Role } from '../../../core/access/role.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { RepositoryReadsService } from '../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { pipelineConditions } from './pipeline-filters.js';
import type { PipelineFilters } from './pipeline-filters.js';

/** The pipelines of a project (contract: triggers §4). */
@Injectable()
export class ProjectPipelinesService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly jobs: CiJobsRepository,
    private readonly creation: PipelineCreationService,
    private readonly planning: PipelinePlanningService,
    private readonly turns: PipelineTurnsService,
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
  ) {}

  list(project: Project, filters: PipelineFilters, request: ListRequest): Promise<Page<Pipeline>> {
    return this.pipelines.page(pipelineConditions(project.id, filters), request);
  }

  /** Throws 404, also for a pipeline of another project. */
  async get(project: Project, id: number): Promise<Pipeline> {
    const pipeline = await this.pipelines.find(project.id, id);
    if (!pipeline) {
      throw notFound('Pipeline');
    }
    return pipeline;
  }

  /** Returns the newest jobs of a pipeline, in their order. */
  jobsOf(id: number): Promise<ShownJob[]> {
    return this.jobs.shownOf(id);
  }

  /**
   * Returns the pipelines that its jobs started with their tokens and that the caller may read (contract: triggers
   * §16.7). Throws 404.
   */
  async downstream(project: Project, id: number, caller: Caller, page: PageRequest): Promise<Page<Pipeline>> {
    const pipeline = await this.get(project, id);
    return this.pipelines.downstream(pipeline.id, caller, page);
  }

  /** Returns the newest pipeline of the head of a ref; of the default branch if no ref is given. Throws 404. */
  async getLatest(project: Project, ref: string | undefined): Promise<Pipeline> {
    const repository = await this.repositories.getCode(project.id);
    const head = await this.reads.resolve(repository, ref ?? 'HEAD');
    const name = head?.kind === 'head' ? project.defaultBranch : head?.name;
    const pipeline = head && name ? await this.pipelines.findNewest(project.id, name, head.commit.id) : null;
    if (!pipeline) {
      throw notFound('Pipeline');
    }
    return pipeline;
  }

  /** Throws the same errors as creating a pipeline; 422 after a failed one was stored. */
  async create(
    project: Project,
    ref: string,
    variables: readonly PipelineVariable[],
    caller: Caller,
  ): Promise<Pipeline> {
    const order = orderOf(project, ref, variables, caller);
    const pipeline = await this.turns.run(project.id, () => this.creation.create(order));
    refuseFailed(pipeline);
    return pipeline;
  }

  /** Returns what {@link create} would create (contract: triggers §16.5). */
  async preview(project: Project, ref: string, variables: readonly PipelineVariable[], caller: Caller) {
    const order = orderOf(project, ref, variables, caller);
    return { order, plan: await this.planning.plan(order) };
  }

  /** Returns the variables of a pipeline, for Maintainers and for its creator. Throws 403, 404. */
  async variablesOf(project: Project, id: number, caller: Caller): Promise<PipelineVariable[]> {
    const pipeline = await this.get(project, id);
    if (pipeline.userId !== caller.userId && !caller.isAtLeast(Role.Maintainer, levelOf(project))) {
      throw forbidden();
    }
    return this.pipelines.variablesOf(id);
  }
}

const orderOf = (
  { id: projectId }: Project,
  ref: string,
  variables: readonly PipelineVariable[],
  { userId, credential }: Caller,
): PipelineOrder => ({ projectId, ref, variables, userId, source: credential?.kind === 'session' ? 'web' : 'api' });
