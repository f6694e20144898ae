import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { Contributions } from '../../../platform/contributions/contributions.js';
import type { CommitPipeline } from './commit-pipeline.js';
import { CommitPipelines } from './commit-pipelines.js';

/** The pipelines of commits, if a module runs pipelines (contract: git §3.3). */
@Injectable()
export class CommitPipelinesService {
  constructor(private readonly contributions: Contributions) {}

  async newestOf(project: Project, commitId: string, viewer: Caller): Promise<CommitPipeline | null> {
    const [pipelines] = this.contributions.to(CommitPipelines);
    return (await pipelines?.newestOf(project, commitId, viewer)) ?? null;
  }
}
