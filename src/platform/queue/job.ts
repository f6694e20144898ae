import type { Sql } from 'sql-template-tag';
import type { Tx } from '../database/tx.js';

/** Plain JSON: ids and names, never records. */
export type JobPayload = object;

export interface JobRun {
  readonly id: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /**
   * Aborted when the process stops or the lease is lost. The handler should end soon; the job is performed again later.
   */
  readonly signal: AbortSignal;
}

/**
 * Work that follows a committed change. Delivery is at least once, so every handler must be safe to repeat. A job that
 * waits too long for a locked row starts again later, as often as necessary; such an attempt does not count.
 */
export interface Job<P extends JobPayload> {
  perform(payload: P, run: JobRun): Promise<void>;
}

/** Thrown by a job that cannot run yet: it is tried again a minute later, and the attempt does not count. */
export class JobPostponed extends Error {}

/** Thrown by a job that would fail however often it is repeated: it is marked dead at once. */
export class JobUnrecoverable extends Error {}

export interface JobClass<P extends JobPayload> {
  new (...dependencies: never[]): Job<P>;
  /** Imperative, prefixed with its module: `registry.delete-tags`. */
  readonly jobName: string;
  /** Attempts before the job is marked dead; 10 by default. */
  readonly maxAttempts?: number;
  /** How many jobs of this kind may run at once in a process; three quarters of all jobs by default. */
  readonly concurrency?: number;
  /** Seconds to wait after the given failed attempt; by default doubling from 2 s to 1 h. */
  readonly backoff?: (attempt: number) => number;
  /** Names of the events that trigger this job (see core/events). */
  readonly on?: readonly string[];
}

/** A recurring job; `everySeconds` of 0 disables it. */
export interface RecurringJob {
  readonly everySeconds: number;
  /** The job is skipped while this SQL condition does not hold: a frequent job is to cost little with nothing to do. Indexes must answer it. */
  readonly condition?: Sql;
}

export interface EnqueueOptions {
  /** Minimum delay in ms after the start of the transaction, by the database's clock. */
  readonly afterMs?: number;
  /** At most one waiting job has this key; enqueueing another one leaves the first unchanged. */
  readonly uniqueKey?: string;
}

/** Adds jobs to the outbox, in the transaction of the change that causes them. */
export abstract class Jobs {
  /** The job is inserted at the end of the transaction, together with its other jobs. */
  abstract enqueue<P extends JobPayload>(tx: Tx, job: JobClass<P>, payload: P, options?: EnqueueOptions): Promise<void>;
}
