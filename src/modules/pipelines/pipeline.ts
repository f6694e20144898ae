import type { BasicUser } from '../../core/users/user.js';
import type { Status } from './processing/statuses.js';

/** What made a pipeline (contract: triggers §2, §3, §10). */
export const PIPELINE_SOURCES = ['push', 'trigger', 'pipeline', 'api', 'web', 'schedule', 'external'] as const;
export type PipelineSource = (typeof PIPELINE_SOURCES)[number];

/** The job that started a pipeline of another project with its token. */
export interface SourceJob {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly jobId: number;
}

/** Contract: triggers §4. */
export interface Pipeline {
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  /** Of the project, as of now. */
  readonly projectPath: string;
  readonly ref: string;
  readonly isTag: boolean;
  readonly sha: string;
  readonly beforeSha: string;
  readonly source: PipelineSource;
  readonly status: Status;
  /** Succeeded, though a job that may fail did. */
  readonly hasWarnings: boolean;
  readonly name: string | null;
  readonly yamlErrors: string | null;
  readonly userId: number | null;
  readonly user: BasicUser | null;
  readonly triggerId: number | null;
  /** Mean of its jobs; null without one. */
  readonly coverage: number | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Seconds in which at least one job ran. */
  readonly duration: number | null;
  readonly queuedDuration: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type VariableType = 'env_var' | 'file';

export interface PipelineVariable {
  readonly key: string;
  readonly type: VariableType;
  readonly value: string;
}
