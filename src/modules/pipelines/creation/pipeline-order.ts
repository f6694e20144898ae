import type { PipelineVariable, SourceJob } from '../pipeline.js';
import type { PipelineSource } from '../pipeline-source.js';

/** A request for a pipeline: by whom, for which ref, and why (contract: triggers §3). */
export interface PipelineOrder {
  readonly projectId: number;
  readonly ref: string;
  /** The object that the ref pointed to when it was pushed; the ref may have moved since. */
  readonly objectId?: string;
  readonly source: PipelineSource;
  /** Null when the account no longer exists. */
  readonly userId: number | null;
  readonly variables: readonly PipelineVariable[];
  /** The trigger token of the request. */
  readonly trigger?: { readonly id: number; readonly firstFour: string };
  /** Event type of a trigger call, with either kind of token (contract: triggers §16.6). */
  readonly eventType?: string | null;
  /** The job whose token was sent. */
  readonly sourceJob?: SourceJob;
  /** The object that the ref pointed to before a push. */
  readonly beforeSha?: string;
  /** The whole request, for `TRIGGER_PAYLOAD`. */
  readonly payload?: string;
  /** Identifies the cause, for causes that must not create a second pipeline. */
  readonly origin?: string;
  /** Whether the commit's message says that the jobs are skipped. */
  readonly isSkippedBy?: (message: string) => boolean;
}
