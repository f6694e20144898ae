import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { CommitPipelinesService } from '../repositories/commits/commit-pipelines.service.js';
import { presentPipelineSummary } from './pipeline.presenter.js';
import { PipelinesRepository } from './pipelines.repository.js';

/** Tells commits of their newest pipeline (contract: git §3.3). */
@Injectable()
export class CommitSummariesService implements OnModuleInit {
  constructor(
    private readonly commits: CommitPipelinesService,
    private readonly pipelines: PipelinesRepository,
    private readonly env: Env,
  ) {}

  onModuleInit(): void {
    this.commits.provide(async (projectId, commitId) => {
      const pipeline = await this.pipelines.findNewestOf(projectId, commitId);
      return pipeline && { status: pipeline.status, summary: presentPipelineSummary(pipeline, this.env.baseUrl) };
    });
  }
}
