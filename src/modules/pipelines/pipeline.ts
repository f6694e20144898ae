import type { RowOf } from '../../platform/database/typed-sql.js';
import type { PIPELINE_COLUMNS } from './records/pipeline.columns.js';

/** A job that started a pipeline of another project with its token. */
export interface SourceJob {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly jobId: number;
}

/** Contract: triggers §4. */
export type Pipeline = RowOf<typeof PIPELINE_COLUMNS>;

export type VariableType = 'env_var' | 'file';

export interface PipelineVariable {
  readonly key: string;
  readonly type: VariableType;
  readonly value: string;
}
