import type { Account } from '../access/caller.js';
import type { Status } from './job-status.js';

/** The job that a token was issued for, and the account that it acts as (contract: triggers §8). */
export interface JobTokenHolder {
  readonly job: {
    readonly id: number;
    readonly projectId: number;
    readonly pipelineId: number;
    /** A job whose user has lost access counts as canceled. */
    readonly status: Status;
  };
  /** Null when the account is gone. */
  readonly account: Account | null;
}

export const isLive = ({ job }: JobTokenHolder): boolean => job.status === 'running';
