import type { JudgedJob } from '../definition/selection.js';
import type { Repository } from '../../repositories/repository.js';
import type { PipelineProject } from './pipeline-facts.repository.js';
import type { PipelineRef } from './pipeline-ref.js';

interface Planned {
  readonly project: PipelineProject;
  readonly repository: Repository;
  readonly ref: PipelineRef;
  readonly isProtected: boolean;
  /** Where the definition was read. */
  readonly configPath: string;
}

/** What a pipeline would be: jobs in their stages, or the error of the definition. */
export type PipelinePlan = Planned &
  (
    | {
        readonly error: null;
        readonly stages: readonly string[];
        readonly name: string | null;
        readonly jobs: readonly JudgedJob[];
      }
    | { readonly error: string }
  );
