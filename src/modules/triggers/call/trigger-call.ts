import type { RawParams } from '../../../common/params/form-encoding.js';
import type { PipelineVariable } from '../../pipelines/pipeline.js';

/** A request to start a pipeline by a token (contract: triggers §2). */
export interface TriggerCall {
  /** The project as named in the path: an id or a full path. */
  readonly project: string;
  readonly ref: string;
  readonly token: string;
  /** A job token that was sent in addition to `token`. */
  readonly beside: string | undefined;
  readonly variables: readonly PipelineVariable[];
  readonly eventType: string | null;
  /** If true, nothing is stored (contract: triggers §16.5). */
  readonly isDryRun: boolean;
  /** All received parameters except credentials. */
  readonly parameters: RawParams;
}
