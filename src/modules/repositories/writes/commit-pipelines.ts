import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import type { CommitPipeline } from './commit-pipeline.js';

/** What pipelines say of commits: a contribution of the module that runs pipelines (contract: git §3.3). */
export abstract class CommitPipelines {
  /** The newest one of a commit; null when there is none, and for who may not read the project's pipelines. */
  abstract newestOf(project: Project, commitId: string, viewer: Caller): Promise<CommitPipeline | null>;
}
