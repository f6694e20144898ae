import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/access/caller.js';
import type { Project } from '../../core/projects/project.js';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { Env } from '../../platform/config/env.js';
import type { CommitPipeline } from '../repositories/writes/commit-pipeline.js';
import { CommitPipelines } from '../repositories/writes/commit-pipelines.js';
import { presentPipelineSummary } from './pipeline.presenter.js';
import { mayReadPipelines } from './project-pipelines/pipeline-project.resolver.js';
import { PipelinesRepository } from './records/pipelines.repository.js';

/** Adds the newest pipeline to commits, for callers who may read it (contract: git §3.3, triggers §4). */
@Injectable()
@Contributes(CommitPipelines)
export class CommitSummariesService extends CommitPipelines {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly env: Env,
  ) {
    super();
  }

  override async newestOf(project: Project, commitId: string, viewer: Caller): Promise<CommitPipeline | null> {
    if (!mayReadPipelines(project, viewer)) {
      return null;
    }
    const pipeline = await this.pipelines.findNewestOf(project.id, commitId);
    return pipeline && { status: pipeline.status, summary: presentPipelineSummary(pipeline, this.env.baseUrl) };
  }
}
