import type { PipelineVariable, SourceJob } from '../pipeline.js';
import type { PipelineSource } from '../pipeline-source.js';

/** Who wants a pipeline, of what, and why (contract: triggers §3). */
export interface PipelineOrder {
  readonly projectId: number;
  readonly ref: string;
  /** What the ref held when it was pushed; it may have moved on. */
  readonly objectId?: string;
  readonly source: PipelineSource;
  /** Null when the account is gone. */
  readonly userId: number | null;
  readonly variables: readonly PipelineVariable[];
  /** The trigger token that asks. */
  readonly trigger?: { readonly id: number; readonly firstFour: string };
  /** Of a trigger call, by whichever token (contract: triggers §16.6). */
  readonly eventType?: string | null;
  /** The job that asks with its token. */
  readonly sourceJob?: SourceJob;
  /** What the ref held before a push. */
  readonly beforeSha?: string;
  /** The whole request, for `TRIGGER_PAYLOAD`. */
  readonly payload?: string;
  /** What it is made for, when that must not make a second one. */
  readonly origin?: string;
  /** Whether its jobs are skipped, by the message of the commit. */
  readonly isSkippedBy?: (message: string) => boolean;
}
