import type { PlannedJob } from '../jobs/ci-job.js';
import type { JobSummary } from '../definition/evaluation/definition-task.js';
import type { Repository } from '../../repositories/repository.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineRef } from './pipeline-ref.js';

interface Planned {
  readonly project: PipelineProject;
  readonly repository: Repository;
  readonly ref: PipelineRef;
  readonly isProtected: boolean;
  /** Path of the definition file. */
  readonly configPath: string;
}

/** A pipeline that would be created: its jobs in their stages, or the error of the definition. */
export type PipelinePlan = Planned &
  (
    | {
        readonly error: null;
        readonly name: string | null;
        readonly summaries: readonly JobSummary[];
        /** The jobs that are included. */
        readonly jobs: readonly PlannedJob[];
      }
    | { readonly error: string }
  );
