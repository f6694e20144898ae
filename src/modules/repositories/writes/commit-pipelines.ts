import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitPipeline } from './commit-pipeline.js';

/** Pipelines of commits: a contribution of the module that runs pipelines (contract: git §3.3). */
export abstract class CommitPipelines {
  /**
   * Returns the newest pipeline of a commit; null if there is none or the viewer may not read the project's pipelines.
   */
  abstract newestOf(project: Project, commitId: string, viewer: Caller): Promise<CommitPipeline | null>;
}
