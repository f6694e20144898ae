import { Injectable } from '@nestjs/common';
import { CiVariablesRepository } from '../variables/ci-variables.repository.js';
import { PipelineFactsRepository } from '../creation/pipeline-facts.repository.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { JobOrdersRepository } from './job-orders.repository.js';
import type { TakenJob } from './taken-job.js';

/** Gathers the data of a job. */
@Injectable()
export class TakenJobsService {
  constructor(
    private readonly orders: JobOrdersRepository,
    private readonly facts: PipelineFactsRepository,
    private readonly variables: CiVariablesRepository,
    private readonly pipelines: PipelinesRepository,
  ) {}

  /** Null when the job or its project no longer exists. */
  async find(jobId: number): Promise<TakenJob | null> {
    const order = await this.orders.find(jobId);
    const project = order && (await this.facts.findProject(order.projectId));
    if (!order || !project) {
      return null;
    }
    return {
      order,
      project,
      actor: order.userId === null ? null : await this.facts.findActor(order.userId),
      kept: await this.variables.reaching(project.id),
      own: await this.pipelines.variablesOf(order.pipelineId),
      archives: await this.orders.withArchives(order.pipelineId),
      reports: await this.orders.withReports(order.pipelineId),
    };
  }
}
