import type { CommitPipeline } from './commit-pipeline.js';

/** What pipelines say of commits: a contribution of the module that runs pipelines (contract: git §3.3). */
export abstract class CommitPipelines {
  /** The newest one of a commit; null when there is none. */
  abstract newestOf(projectId: number, commitId: string): Promise<CommitPipeline | null>;
}
