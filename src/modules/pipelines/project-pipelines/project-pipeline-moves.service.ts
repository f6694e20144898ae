import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { levelOf } from '../../../core/projects/project.js';
import type { Project } from '../../../core/projects/project.js';
import { PipelineRightsService } from '../creation/pipeline-rights.service.js';
import type { ShownJob } from '../jobs/ci-job.js';
import type { Pipeline } from '../pipeline.js';
import { PipelineMovesService } from '../processing/pipeline-moves.service.js';
import { hasEnded } from '../processing/statuses.js';
import { ProjectPipelinesService } from './project-pipelines.service.js';

/** User actions on a pipeline. */
export type PipelineMove = 'retry' | 'cancel';

/** Lets users cancel, retry and delete the pipelines of a project (contract: triggers §4). */
@Injectable()
export class ProjectPipelineMovesService {
  constructor(
    private readonly pipelines: ProjectPipelinesService,
    private readonly moves: PipelineMovesService,
    private readonly rights: PipelineRightsService,
  ) {}

  /** Throws 403, 404. */
  async cancel(project: Project, id: number, caller: Caller): Promise<Pipeline> {
    await this.refuseProtected(project, await this.pipelines.get(project, id), caller);
    await this.moves.cancel(id);
    return this.pipelines.get(project, id);
  }

  /** Throws 403, 404. */
  async retry(project: Project, id: number, caller: Caller): Promise<Pipeline> {
    await this.refuseProtected(project, await this.pipelines.get(project, id), caller);
    await this.moves.retry(id, caller.userId);
    return this.pipelines.get(project, id);
  }

  /**
   * Deletes a pipeline with its jobs, logs and artifacts; pipelines that it started in other projects stay. Throws 404,
   * 403.
   */
  async delete(project: Project, id: number): Promise<void> {
    await this.pipelines.get(project, id);
    refuseArchived(project);
    await this.moves.delete(id);
  }

  /** The actions that the caller may take on the pipeline, given the statuses of its jobs, for pages. */
  async movesFor(
    project: Project,
    pipeline: Pipeline,
    jobs: readonly ShownJob[],
    caller: Caller,
  ): Promise<readonly PipelineMove[]> {
    const isDeveloper = caller.isAtLeast(Role.Developer, levelOf(project));
    if (project.archived || !isDeveloper || !(await this.rights.mayChange(project, pipeline, caller))) {
      return [];
    }
    const [isRetryable, isCancelable] = [
      jobs.some(({ status }) => status === 'failed' || status === 'canceled'),
      jobs.some(({ status }) => !hasEnded(status)),
    ];
    return [...(isRetryable ? (['retry'] as const) : []), ...(isCancelable ? (['cancel'] as const) : [])];
  }

  private async refuseProtected(project: Project, pipeline: Pipeline, caller: Caller): Promise<void> {
    refuseArchived(project);
    if (!(await this.rights.mayChange(project, pipeline, caller))) {
      throw forbidden();
    }
  }
}
