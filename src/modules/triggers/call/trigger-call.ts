import type { RawParams } from '../../../common/params/form-encoding.js';
import type { PipelineVariable } from '../../pipelines/pipeline.js';

/** A request to start a pipeline by a token (contract: triggers §2). */
export interface TriggerCall {
  /** The project as the path names it: an id or a full path. */
  readonly project: string;
  readonly ref: string;
  readonly token: string;
  /** A job's token that was sent beside it. */
  readonly beside: string | undefined;
  readonly variables: readonly PipelineVariable[];
  readonly eventType: string | null;
  /** Nothing is to be stored (contract: triggers §16.5). */
  readonly isDryRun: boolean;
  /** All parameters received but for credentials. */
  readonly parameters: RawParams;
}
