import { Injectable } from '@nestjs/common';
import type { CommitPipeline } from './commit-pipeline.js';

/** Answers the newest pipeline of a commit; null when there is none. */
export type PipelineSource = (projectId: number, commitId: string) => Promise<CommitPipeline | null>;

/** What pipelines say of commits; whoever runs pipelines tells (contract: git §3.3). */
@Injectable()
export class CommitPipelinesService {
  private source: PipelineSource = () => Promise.resolve(null);

  /** Called by the room of pipelines when it starts. */
  provide(source: PipelineSource): void {
    this.source = source;
  }

  newestOf(projectId: number, commitId: string): Promise<CommitPipeline | null> {
    return this.source(projectId, commitId);
  }
}
