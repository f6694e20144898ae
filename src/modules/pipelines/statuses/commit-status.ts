import type { PipelineSource } from '../pipeline.js';
import type { Status } from '../processing/statuses.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import type { BasicUser } from '../../../core/users/user.js';

/** States that external CI may tell (contract: triggers §10). */
export const STATUS_STATES = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

/** Where statuses of external CI stand, behind the stages of the file. */
export const EXTERNAL_STAGE = 'external';
export const EXTERNAL: PipelineSource = 'external';

/** What external CI says of a commit; what is absent stays as it was. */
export interface StatusReport {
  readonly state: StatusState;
  readonly name: string;
  readonly targetUrl: string | undefined;
  readonly description: string | undefined;
  /** Percent. */
  readonly coverage: number | undefined;
}

/** What it is said of. */
export interface StatusSubject {
  readonly projectId: number;
  readonly sha: string;
  readonly ref: RefName;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly status: Status;
  readonly name: string;
  readonly targetUrl: string | null;
  readonly description: string | null;
  readonly allowFailure: boolean;
  readonly coverage: number | null;
  readonly author: BasicUser | null;
  readonly pipelineId: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}
