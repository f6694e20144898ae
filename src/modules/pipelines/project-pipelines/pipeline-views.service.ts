import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Pipeline, SourceJob } from '../pipeline.js';
import { presentPipeline } from '../pipeline.presenter.js';
import type { PipelineView } from '../pipeline.presenter.js';
import { PipelinesRepository } from '../records/pipelines.repository.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { Env } from '../../../platform/config/env.js';
import { mayReadPipelines } from './pipeline-project.resolver.js';

/** Presents single pipelines to callers who may read them (contract: triggers §4). */
@Injectable()
export class PipelineViewsService {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly projects: ProjectByIdOrPath,
    private readonly env: Env,
  ) {}

  async full(pipeline: Pipeline, viewer: Caller): Promise<PipelineView> {
    const source = await this.pipelines.findSource(pipeline.id);
    const known = source && (await this.mayKnow(source, viewer)) ? source : null;
    return presentPipeline(pipeline, { source: known, isReadable: true }, this.env.baseUrl);
  }

  private async mayKnow({ projectId }: SourceJob, viewer: Caller): Promise<boolean> {
    const target = await this.projects.resolveReference(String(projectId), viewer);
    return target !== null && mayReadPipelines(target.record, viewer);
  }
}
