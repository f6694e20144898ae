import { Injectable } from '@nestjs/common';
import { Contributes } from '../../platform/contributions/contributes.decorator.js';
import { Env } from '../../platform/config/env.js';
import type { CommitPipeline } from '../repositories/writes/commit-pipeline.js';
import { CommitPipelines } from '../repositories/writes/commit-pipelines.js';
import { presentPipelineSummary } from './pipeline.presenter.js';
import { PipelinesRepository } from './records/pipelines.repository.js';

/** Adds the newest pipeline to commits (contract: git §3.3). */
@Injectable()
@Contributes(CommitPipelines)
export class CommitSummariesService extends CommitPipelines {
  constructor(
    private readonly pipelines: PipelinesRepository,
    private readonly env: Env,
  ) {
    super();
  }

  override async newestOf(projectId: number, commitId: string): Promise<CommitPipeline | null> {
    const pipeline = await this.pipelines.findNewestOf(projectId, commitId);
    return pipeline && { status: pipeline.status, summary: presentPipelineSummary(pipeline, this.env.baseUrl) };
  }
}
